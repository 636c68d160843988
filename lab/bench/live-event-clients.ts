/**
 * Reads event streams in a separate thread, so that load on the API doesn't delay the readers. Asks again after events, as
 * pages do.
 */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export type EventClientsData = { port: number; cookies: string[]; query: string; page: string };
export type EventClientsAnswer = {
  opened?: number;
  /** Records that events named, and when, in milliseconds. */
  heard?: [recordId: string, at: number][];
  /** Milliseconds of the requests that followed; not a number for one that failed. */
  asked?: number[];
  closed?: true;
};

const { port, cookies, query, page } = workerData as EventClientsData;
const body = JSON.stringify({ query });
const sockets: Socket[] = [];
let heard: [string, number][] = [];
let asked: number[] = [];

const record = /"recordId":"(\w+)"/g;
const clock = () => performance.timeOrigin + performance.now();

/** Times of client/graphql/live-events/live-events.ts. */
const pauseMs = 2_000;
const jitterMs = 2_000;

function ask(headers: Record<string, string>): void {
  const begin = clock();
  const sent = request({ port, method: 'POST', path: '/api/graphql', headers }, (response) => {
    response.resume();
    response.on('end', () =>
      asked.push(response.statusCode === 200 ? clock() - begin : Number.NaN),
    );
  });
  sent.on('error', () => asked.push(Number.NaN));
  sent.end(JSON.stringify({ query: page }));
}

function open(cookie: string, index: number): Promise<boolean> {
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const headers = {
    cookie,
    'content-type': 'application/json',
    origin: `http://localhost:${port}`,
    host: `localhost:${port}`,
    'x-forwarded-for': address,
  };
  let askAt = 0;
  let isAsking = false;
  const askLater = () => {
    if (isAsking) return;
    isAsking = true;
    const wait = Math.max(0, askAt - performance.now()) + Math.random() * jitterMs;
    setTimeout(() => {
      isAsking = false;
      askAt = performance.now() + pauseMs;
      ask(headers);
    }, wait);
  };
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.once('data', (head) => resolve(String(head).startsWith('HTTP/1.1 200')));
    socket.on('data', (text) => {
      for (const [, id] of String(text).matchAll(record)) {
        heard.push([`${id}`, clock()]);
        askLater();
      }
    });
    socket.write(
      [
        'POST /api/graphql HTTP/1.1',
        `Host: localhost:${port}`,
        `Origin: http://localhost:${port}`,
        `X-Forwarded-For: ${address}`,
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
    Object.assign(answer, { heard, asked });
    heard = [];
    asked = [];
  }
  if (command === 'close') {
    for (const socket of sockets) socket.destroy();
    answer.closed = true;
  }
  parentPort?.postMessage(answer);
});
