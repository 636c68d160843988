import { Client } from 'pg';
import { CliError } from '#server/progress.ts';

/** Runs `work` with a connection of its own. Throws a CliError where the database does not answer. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'atrium migrate',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => {});
    const { host, port } = client;
    throw new CliError(
      `The database at ${host}:${port} does not answer: ${reasonOf(cause)}`,
      'Start it or correct DATABASE_URL; unset DATABASE_URL for the embedded one.',
      { cause },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

// A name with several addresses fails with an AggregateError, which has no message of its own.
const reasonOf = (error: unknown): string => {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'no reason given';
};
