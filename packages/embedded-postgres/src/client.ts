import { Client, type ClientConfig } from 'pg';
import type { Secrets } from './secrets.ts';

export const superuser = 'postgres';

export const superuserUrl = (port: number, { superuserPassword }: Secrets): string =>
  `postgresql://${superuser}:${superuserPassword}@127.0.0.1:${port}/postgres`;

/** A client that survives losing its connection: without a listener, the `error` event would end the process. */
export class SafeClient extends Client {
  constructor(config: ClientConfig) {
    super({ connectionTimeoutMillis: 5_000, ...config });
    this.on('error', () => {});
  }
}

/** Whether PostgreSQL accepts connections. */
export async function accepts(url: string): Promise<boolean> {
  const client = new SafeClient({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
