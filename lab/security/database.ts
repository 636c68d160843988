import { Client } from 'pg';
import type { Context } from './context.ts';

export async function withDatabase<Result>(
  { operator: { databaseUrl } }: Pick<Context, 'operator'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) throw new Error('This set-up hands out no database.');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
