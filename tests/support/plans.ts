import type { Database } from '#server/database/client.ts';

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
): Promise<Plan[]> {
  let sent: { text: string; values: unknown[] } | undefined;
  const capture = {
    $read: async ({ text }: { text: string }, values: unknown[]) => {
      sent = { text, values };
      return [];
    },
  } as unknown as Database;
  await read(capture);
  if (!sent) throw new Error('No statement was sent.');
  const [row] = await database.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `EXPLAIN (FORMAT JSON) ${sent.text}`,
    ...sent.values,
  );
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan as Plan);
}
