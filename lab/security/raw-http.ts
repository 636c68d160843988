import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { newClientAddress } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/wait.ts';
import type { Context } from './context.ts';

type RawTarget = Pick<Context, 'directUrl' | 'urls'>;

export type Connection = { socket: Socket; text: string; isOver: boolean };

export async function openConnection(
  { directUrl }: Pick<Context, 'directUrl'>,
  localAddress = newClientAddress(),
): Promise<Connection> {
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(directUrl).port),
    localAddress,
  });
  const connection: Connection = { text: '', isOver: false, socket };
  socket.on('data', (chunk) => (connection.text += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.on('close', () => (connection.isOver = true));
  await once(socket, 'connect');
  return connection;
}

/** Sends the first bytes of a query of the viewer. `finish` sends the others. */
export async function halfARequest(directUrl: string, cookie: string) {
  const body = '{"query":"{ viewer { user { id } } }"}';
  const answer = await openConnection({ directUrl }, '127.0.0.1');
  answer.socket.write(
    `POST /api/graphql HTTP/1.1\r\nHost: ${new URL(directUrl).host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  return { answer, finish: () => answer.socket.write(body.slice(9)) };
}

/** Sends bytes. Returns the response once the connection closes or `timeout` has passed. */
export async function exchange(context: RawTarget, bytes: string | Uint8Array, timeout = 10_000) {
  const connection = await openConnection(context);
  connection.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const deadline = Date.now() + timeout;
  while (!connection.isOver && Date.now() < deadline) await pause(20);
  const { text, isOver } = connection;
  connection.socket.destroy();
  return { text, isOver };
}

export const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);

export const hostOf = ({ urls }: Pick<Context, 'urls'>) => new URL(urls[0] ?? '').host;
