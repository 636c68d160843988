import type { Read } from '@atrium/prisma-sql';
import { accelerateDatabase } from '#server/accelerate.ts';
import type { Database } from '#server/database/client.ts';
import { withSample } from '#tests/support/prisma-sql.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export async function planOf(
  database: Database,
  read: (capture: Database) => Promise<unknown>,
  sample: readonly string[] = [],
): Promise<Plan[]> {
  let sent: { text: string; values: unknown[] } | undefined;
  const capture = (async ({ text }: { text: string }, values: unknown[]) => {
    sent = { text, values };
    return [];
  }) as Read;
  const capturing = accelerateDatabase(database, { read: withSample(capture, sample) });
  // The first search reads the sample.
  for (let time = 0; time < 2; time += 1) await read(capturing);
  if (!sent) throw new Error('No statement was sent.');
  const [row] = await database.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `EXPLAIN (FORMAT JSON) ${sent.text}`,
    ...sent.values,
  );
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan as Plan);
}
