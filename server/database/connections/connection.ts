import { CliError } from '#server/progress.ts';
import { SafeClient } from './safe-client.ts';

/** Runs `work` on a dedicated connection. Throws a CliError if the database doesn't answer. */
export async function withConnection<Result>(
  url: string,
  work: (client: SafeClient) => Promise<Result>,
): Promise<Result> {
  const client = new SafeClient({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'atrium migrate',
  });
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

// A host with several addresses fails with an AggregateError whose message is empty.
const reasonOf = (error: unknown): string => {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'no reason given';
};
