import type { Client } from 'pg';
import { withClient } from '#tests/support/database.ts';
import type { Context } from './context.ts';

export async function withDatabase<Result>(
  { operator: { databaseUrl } }: Pick<Context, 'operator'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) throw new Error('This set-up hands out no database.');
  return withClient(databaseUrl, work);
}
