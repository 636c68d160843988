import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { databaseServer } from './database.ts';

const channel = 'net.client.socket';

type Opened = { socket: Socket };
type ConnectError = Error & { address?: string; hostname?: string; port?: number };

/**
 * Collects the connections that this process opens over TCP during `work`, as `address:port`, whichever library opens
 * them, except those to the database.
 */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const databasePort = Number(new URL(databaseServer()).port);
  const opened: Promise<string | undefined>[] = [];
  const note = (message: unknown) => {
    const { socket } = message as Opened;
    const target = new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(`${socket.remoteAddress}:${socket.remotePort}`));
      socket.once('error', ({ address, hostname, port }: ConnectError) =>
        // Neither is set if the product refused the address that DNS returned.
        resolve(address || hostname ? `${address ?? hostname}:${port}` : undefined),
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
