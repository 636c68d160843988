/** Reads event streams in a separate thread, so that load on the API doesn't delay the readers. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export type EventClientsData = { port: number; cookies: string[]; query: string };
export type EventClientsAnswer = { opened?: number; heard?: number[]; closed?: true };

const { port, cookies, query } = workerData as EventClientsData;
const body = JSON.stringify({ query });
const sockets: Socket[] = [];
let heard: number[] = [];

/** Changed records are named `<label> at <milliseconds> end`. */
const madeAt = /at (\d+\.\d+) end/g;

function open(cookie: string, index: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.once('data', (head) => resolve(String(head).startsWith('HTTP/1.1 200')));
    socket.on('data', (text) => {
      const now = performance.timeOrigin + performance.now();
      for (const [, time] of String(text).matchAll(madeAt)) heard.push(now - Number(time));
    });
    socket.write(
      [
        'POST /api/graphql HTTP/1.1',
        `Host: localhost:${port}`,
        `Origin: http://localhost:${port}`,
        `X-Forwarded-For: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
        `Cookie: ${cookie}`,
        'Accept: text/event-stream',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
  });
}

async function openAll(): Promise<number> {
  let opened = 0;
  for (let at = 0; at < cookies.length; at += 8) {
    const some = cookies.slice(at, at + 8).map((cookie, offset) => open(cookie, at + offset));
    opened += (await Promise.all(some)).filter(Boolean).length;
    await pause(5);
  }
  return opened;
}

parentPort?.on('message', async (command: 'open' | 'heard' | 'close') => {
  const answer: EventClientsAnswer = {};
  if (command === 'open') answer.opened = await openAll();
  if (command === 'heard') {
    answer.heard = heard;
    heard = [];
  }
  if (command === 'close') {
    for (const socket of sockets) socket.destroy();
    answer.closed = true;
  }
  parentPort?.postMessage(answer);
});
