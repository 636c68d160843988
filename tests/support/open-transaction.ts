import { Client } from 'pg';

/** Runs `work` while a transaction that executed `statement` is open. Then rolls it back. */
export async function duringTransaction<Result>(
  connectionString: string,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const session = new Client({ connectionString });
  await session.connect();
  try {
    await session.query('BEGIN');
    await session.query(statement);
    return await work();
  } finally {
    await session.end();
  }
}
