import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { eventsDocument, followEvents } from '#tests/support/live-events.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

const rename = (id: string) =>
  server.database.repository.update({ where: { id }, data: { name: unique('again') } });

describe('a statement that changes more than 50 records', () => {
  it('is told as one change to those who may see them, and to nobody else', async () => {
    const [admin, user] = [await server.as('admin'), await server.as('user')];
    const [managers, people] = [
      await followEvents(server, admin),
      await followEvents(server, user),
    ];
    await server.database.$executeRaw`
      INSERT INTO "user" ("id", "email", "updatedAt")
      SELECT 'usr_' || lpad(number::text, 26, '0'), 'p' || number || '@example.com', now()
      FROM generate_series(1, 60) AS number`;
    expect(await managers.nextOf('ManyRecordsChange')).toMatchObject({ type: 'USER' });
    const { id } = await createRepository(server.database);
    expect((await people.next()).data.events).toMatchObject({ recordId: id });
    for (const each of [managers, people]) await each.close();
  });
});

describe('changes of the database', () => {
  it('go on after notifications that are malformed', async () => {
    const stream = await followEvents(server, await server.as('user'));
    for (const payload of ['', '{', '[]', '{"table":"user","kind":"update","ids":"x"}']) {
      await server.database.$executeRaw`SELECT pg_notify('changes', ${payload})`;
    }
    const { id } = await createRepository(server.database);
    expect((await stream.next()).data.events).toMatchObject({ recordId: id });
    expect(server.lines.filter(({ msg }) => msg === 'changes.malformed')).toHaveLength(4);
    await stream.close();
  });
});

describe('a client that stops reading', () => {
  it('is cut off while others go on', async () => {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const open = await listen(server.app.listener, { host: '127.0.0.1', port });
    const user = await server.as('user');
    const { id } = await createRepository(server.database);
    const fields = Array.from({ length: 400 }, (_, i) => `${'long'.repeat(50)}${i}: recordId`).join(
      ' ',
    );
    const query = `subscription { events { ... on RecordChange { ${fields} } } }`;
    const body = JSON.stringify({ query });
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(
      `POST /api/graphql HTTP/1.1\r\nHost: localhost:3000\r\nAccept: text/event-stream\r\nCookie: ${user.cookie}\r\nOrigin: ${server.origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'readable');
    const reading = await followEvents(server, user, { query: eventsDocument });
    // Events of 90 kB queue up once the kernel's socket buffers, of a few megabytes, are full.
    for (let round = 0; round < 100; round += 1) {
      await rename(id);
      expect(await reading.nextOf('RecordChange')).toMatchObject({ recordId: id });
    }
    await pause(13_000);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    socket.destroy();
    await reading.close();
    await open.close();
  }, 120_000);
});
