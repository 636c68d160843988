/** Bodies and connections that browsers never send. */

import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { HttpClient } from '#lab/support/http-client.ts';
import { type Check, quantile } from '#lab/support/probe.ts';
import { pause } from '#lab/support/wait.ts';
import type { Context, Scenario } from './context.ts';
import { exchange, hostOf, openConnection, statusOf } from './raw-http.ts';

/** A request with the product's own Host. In local mode, any other Host is rejected first. */
const atHost = (context: Context, text: string) =>
  text.replaceAll('Host: localhost', `Host: ${hostOf(context)}`);

const head = (more: string, path = '/api/graphql') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n`;
const body = '{"query":"{ setup { appName } }"}';
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

const ambiguous: Record<string, string> = {
  'both lengths': `${head('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n${hidden}`,
  'both, the other way round': `${head('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n')}0\r\n\r\n${hidden}`,
  'two lengths': `${head(`Content-Length: ${body.length}\r\nContent-Length: 0\r\n`)}${body}`,
  'a list of lengths': `${head(`Content-Length: ${body.length}, 0\r\n`)}${body}`,
  'a signed length': `${head(`Content-Length: +${body.length}\r\n`)}${body}`,
  'a length of words': `${head('Content-Length: 0x21\r\n')}${body}`,
  'a length with a space before its colon': `${head(`Content-Length : ${body.length}\r\n`)}${body}`,
  'an unknown encoding': `${head('Transfer-Encoding: xchunked\r\n')}0\r\n\r\n${hidden}`,
  'chunked, but not last': `${head('Transfer-Encoding: chunked, identity\r\n')}0\r\n\r\n${hidden}`,
  'encoded twice': `${head('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n')}0\r\n\r\n${hidden}`,
  'a chunk of no size': `${head('Transfer-Encoding: chunked\r\n')}zz\r\n${body}\r\n0\r\n\r\n`,
  'a chunk of a negative size': `${head('Transfer-Encoding: chunked\r\n')}-1\r\n${body}\r\n0\r\n\r\n`,
  'a chunk too large to count': `${head('Transfer-Encoding: chunked\r\n')}fffffffffffffffff\r\n${body}`,
  'a chunk longer than it says': `${head('Transfer-Encoding: chunked\r\n')}2\r\n${body}\r\n0\r\n\r\n`,
  'a header line that goes on': `${head(`Content-Length: ${body.length}\r\nX: a\r\n b\r\n`)}${body}`,
  'a header name with a NUL': `${head(`X\0Y: a\r\nContent-Length: ${body.length}\r\n`)}${body}`,
  'no Host': `POST /api/graphql HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  'two Hosts': `POST /api/graphql HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  'an unknown version': `POST /api/graphql HTTP/3.7\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  'an unknown method': `GRAB /api/graphql HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  '64 kB of headers': `GET / HTTP/1.1\r\nHost: localhost\r\n${'X-A: aaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`,
  'a path of 64 kB': `GET /${'a'.repeat(65_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
};

const bytes: Scenario = {
  row: 21,
  title: 'large, endless, packed and slow bodies; smuggling',
  exclusive: 'first',
  async run(target, check, note) {
    for (const [what, text] of Object.entries(ambiguous)) {
      const { text: answer, isOver } = await exchange(target, atHost(target, text), 5_000);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) =>
        Number(status),
      );
      const isRefused = statuses.every((status) => status >= 400 && status < 500);
      check(
        `${what}: 400 or closed`,
        isRefused && isOver && statuses.length <= 1,
        answer.slice(0, 300),
      );
    }
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip']) {
      const packed = gzipSync(Buffer.alloc(10_000_000));
      const { status } = await new HttpClient(target).fetch('/api/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: packed,
      });
      check(`a body in ${encoding}: 415`, status === 415, status);
    }
    for (const path of ['/api/graphql', '/api/auth/sign-in/email-otp', '/login']) {
      await large(target, path, check);
    }
    await slow(target, check, note);
  },
};

async function large(target: Context, path: string, check: Check): Promise<void> {
  const chunk = Buffer.alloc(100_000, 'a');
  const framed = Buffer.concat([Buffer.from('186a0\r\n'), chunk, Buffer.from('\r\n')]);
  for (const [what, header, piece] of [
    ['50 MB', 'Content-Length: 50000000\r\n', chunk],
    ['endless chunks', 'Transfer-Encoding: chunked\r\n', framed],
  ] as const) {
    const heard = await openConnection(target);
    heard.socket.write(atHost(target, head(header, path)));
    let sent = 0;
    while (!heard.isOver && sent < 200) {
      sent += 1;
      if (!heard.socket.write(piece)) {
        await Promise.race([once(heard.socket, 'drain').catch(() => {}), pause(200)]);
      }
      if (heard.text) await pause(20);
    }
    await pause(100);
    heard.socket.destroy();
    const status = statusOf(heard.text);
    check(`${what} to ${path}: refused`, [0, 404, 413].includes(status), heard.text.slice(0, 200));
    check(`${what} to ${path}: not read to the end`, heard.isOver && sent < 200, sent);
  }
}

/** 1,000 connections that send one byte per second must not slow down other clients. */
async function slow(target: Context, check: Check, note: (figure: string) => void) {
  const timeOf = async () => {
    const all: number[] = [];
    for (let i = 0; i < 21; i += 1) all.push((await client.graphql('{ setup { appName } }')).ms);
    return quantile(all);
  };
  const client = new HttpClient(target);
  const usual = await timeOf();
  const heard = await Promise.all(Array.from({ length: 1_000 }, (_, i) => dawdle(target, i)));
  const drip = setInterval(() => {
    for (const { socket } of heard) if (!socket.destroyed) socket.write('a');
  }, 1_000);
  await pause(1_000);
  const meanwhile = await timeOf();
  const isFine = meanwhile < 3 * usual + 100 || (await timeOf()) < 3 * usual + 100;
  check('1,000 slow connections: others keep their latency', isFine, [usual, meanwhile]);
  note(`median ${usual.toFixed(1)} ms, beside 1,000 slow connections ${meanwhile.toFixed(1)} ms`);
  clearInterval(drip);
  for (const { socket } of heard) socket.destroy();
}

const slowBodies: Scenario = {
  row: 21,
  title: 'connections that never come to an end are closed',
  async run(target, check, note) {
    const begin = Date.now();
    const heard = await Promise.all(Array.from({ length: 20 }, (_, i) => dawdle(target, i)));
    const drip = setInterval(() => {
      for (const { socket } of heard) if (!socket.destroyed) socket.write('a');
    }, 1_000);
    while (heard.some(({ isOver }) => !isOver) && Date.now() - begin < 60_000) await pause(100);
    clearInterval(drip);
    const open = heard.filter(({ isOver }) => !isOver);
    check('they are closed', open.length === 0, open.length);
    note(`all closed after ${Math.round((Date.now() - begin) / 1_000)} s`);
    for (const { socket } of open) socket.destroy();
  },
};

async function dawdle(target: Context, index: number) {
  const heard = await openConnection(target);
  const started =
    index % 2
      ? 'GET /login HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
      : `${head('Content-Length: 1000\r\n')}{`;
  heard.socket.write(atHost(target, started));
  return heard;
}

export const bodyScenarios = [bytes, slowBodies];
