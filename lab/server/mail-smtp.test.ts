import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtp } from '#server/mail/transport.ts';
import { unique } from '#tests/support/factories.ts';

const poll = (look: () => unknown) => expect.poll(look, { timeout: 30_000, interval: 10 });

/** Answers by hand, so that tests see each byte. `answers` replaces a command's usual answer. */
async function startRawServer() {
  const seen: string[] = [];
  const accepted: string[] = [];
  const answers: Record<string, string | ((socket: Socket) => void)> = {};
  const sockets = new Set<Socket>();
  const state = { connections: 0, body: '' };
  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    let pending = '';
    let isData = false;
    const answer = (command: string, usual: string) => {
      const chosen = answers[command] ?? usual;
      if (typeof chosen === 'string') socket.write(`${chosen}\r\n`);
      else chosen(socket);
      return chosen;
    };
    const take = (line: string) => {
      const command = line.slice(0, 4).toUpperCase();
      seen.push(command);
      const chosen = answer(command, command === 'DATA' ? '354 go on' : '250 ok');
      isData = command === 'DATA' && chosen === '354 go on';
      if (isData) state.body = '';
    };
    const end = (body: string) => {
      seen.push('.');
      state.body = body;
      isData = false;
      if (answer('.', '250 taken') === '250 taken') accepted.push(body);
    };
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const stop = isData ? '\r\n.\r\n' : '\r\n';
        const at = pending.indexOf(stop);
        if (isData && at < 0) state.body = pending;
        if (at < 0) return;
        const part = pending.slice(0, at);
        pending = pending.slice(at + stop.length);
        (isData ? end : take)(part);
      }
    });
    socket.write('220 ready\r\n');
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((done) => void server.close(() => done()));
  return { url, seen, accepted, answers, state, sockets, close };
}

let server: Awaited<ReturnType<typeof startRawServer>>;
let smtp: Awaited<ReturnType<typeof createSmtp>>;
beforeEach(async () => {
  server = await startRawServer();
  smtp = await createSmtp(server.url, 'Atrium <atrium@example.com>', 'example.com');
});
afterEach(async () => {
  smtp.close();
  await server.close();
});

const content = { subject: 'Code', text: 'text\n.\nend', html: `<p>${'x'.repeat(200_000)}</p>` };
const message = () => ({ id: unique('id'), to: `${unique('ada')}@example.com`, content });
const nothing = async () => {};

function countMarks() {
  const counted = { marks: 0 };
  const mark = async () => {
    counted.marks += 1;
  };
  return { counted, mark };
}

const drop = (socket: Socket) => socket.destroy();
const times = (command: string) => server.seen.filter((each) => each === command).length;

describe('a mail is marked', () => {
  it('when the server has all of it but the final dot', async () => {
    const mail = message();
    let before: string[] = [];
    await smtp.send(mail, async () => {
      await poll(() => server.state.body).toMatch(/\r\n--[^\r\n]+--\r\n$/);
      before = [...server.seen];
      expect(server.accepted).toEqual([]);
    });
    expect(before).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA']);
    expect(server.seen.slice(0, 5)).toEqual([...before, '.']);
    expect(server.accepted).toHaveLength(1);
    expect(server.accepted[0]).toContain(`To: ${mail.to}\r\n`);
    expect(server.accepted[0]).toContain(`Message-ID: <${mail.id}@example.com>\r\n`);
  });

  it('for an address with any character that the standard allows', async () => {
    const to = "sales&o'.!#$%*+/=?^_`{|}~-@example.xn--p1ai";
    await smtp.send({ ...message(), to }, nothing);
    expect(server.accepted[0]).toContain(`\r\nTo: ${to}\r\n`);
  });

  it.each(['MAIL', 'RCPT', 'DATA'])('not when the server refuses its %s', async (command) => {
    server.answers[command] = '451 not now';
    const { counted, mark } = countMarks();
    const sending = smtp.send(message(), mark);
    await expect(sending).rejects.toMatchObject({ responseCode: 451 });
    expect([counted.marks, times('.')]).toEqual([0, 0]);
  });

  it('or else is not sent, and its connection ends', async () => {
    const failure = new Error('The lease is lost.');
    const sending = smtp.send(message(), async () => {
      await poll(() => server.state.body).toMatch(/--\r\n$/);
      throw failure;
    });
    await expect(sending).rejects.toBe(failure);
    await poll(() => server.sockets.size).toBe(0);
    expect([times('.'), server.accepted]).toEqual([0, []]);
    await smtp.send(message(), nothing);
    expect(server.accepted).toHaveLength(1);
  });

  it.each([0, 1])('once, when the connection ends then, after %i mails', async (earlier) => {
    for (let mail = 0; mail < earlier; mail += 1) await smtp.send(message(), nothing);
    server.answers['.'] = drop;
    const { counted, mark } = countMarks();
    const sending = smtp.send(message(), mark);
    await expect(sending).rejects.toMatchObject({ code: 'ECONNECTION' });
    await new Promise((done) => setTimeout(done, 500));
    expect([counted.marks, times('DATA'), times('.')]).toEqual([1, earlier + 1, earlier + 1]);
  });
});

describe('a connection', () => {
  it('serves the next mail after one that the server refused', async () => {
    server.answers['.'] = '451 not now';
    await expect(smtp.send(message(), nothing)).rejects.toMatchObject({ responseCode: 451 });
    delete server.answers['.'];
    await poll(() => times('RSET')).toBe(1);
    await smtp.send(message(), nothing);
    expect([server.state.connections, server.accepted.length]).toEqual([1, 1]);
  });

  it.each([
    ['drops', drop],
    ['ends with 421', (socket: Socket) => socket.end('421 too idle\r\n')],
  ])('that the server %s at the next mail is replaced', async (_what, end) => {
    await smtp.send(message(), nothing);
    server.answers.MAIL = (socket) => {
      delete server.answers.MAIL;
      end(socket);
    };
    const { counted, mark } = countMarks();
    await smtp.send(message(), mark);
    expect([counted.marks, server.state.connections, server.accepted.length]).toEqual([1, 2, 2]);
  });

  it('that the server has ended is replaced, also when it has ended several', async () => {
    await Promise.all([1, 2, 3].map(() => smtp.send(message(), nothing)));
    expect(server.state.connections).toBe(3);
    for (const socket of server.sockets) socket.destroy();
    await Promise.all([1, 2, 3].map(() => smtp.send(message(), nothing)));
    expect([server.accepted.length, times('DATA')]).toEqual([6, 6]);
  });

  it('ends when it was idle for some seconds, or on close', async () => {
    await smtp.send(message(), nothing);
    expect(server.sockets.size).toBe(1);
    await poll(() => server.sockets.size).toBe(0);
    expect(times('QUIT')).toBe(1);
    await smtp.send(message(), nothing);
    smtp.close();
    await poll(() => server.sockets.size).toBe(0);
  });

  it('is one of ten at most', async () => {
    await Promise.all(Array.from({ length: 30 }, () => smtp.send(message(), nothing)));
    expect(server.accepted).toHaveLength(30);
    expect(server.state.connections).toBeLessThanOrEqual(10);
  });
});
