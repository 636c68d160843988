import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const channel = 'net.client.socket';

type Opened = { socket: Socket };

/**
 * Collects the connections that this process opens over TCP during `work`, as `address:port`, whichever library opens
 * them, except those to the database.
 */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const databasePort = Number(new URL(process.env.DATABASE_URL ?? 'postgresql://localhost:0').port);
  const opened: Promise<string | undefined>[] = [];
  const note = (message: unknown) => {
    const { socket } = message as Opened;
    const target = new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(`${socket.remoteAddress}:${socket.remotePort}`));
      socket.once('error', (error: Error & { address?: string; port?: number }) =>
        resolve(`${error.address}:${error.port}`),
      );
    });
    opened.push(target);
  };
  subscribe(channel, note);
  await work();
  unsubscribe(channel, note);
  const targets = await Promise.all(opened);
  return targets.filter(
    (each) => each !== undefined && !each.endsWith(`:${databasePort}`),
  ) as string[];
}
