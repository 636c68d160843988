import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Change, createChanges } from '#server/database/changes.ts';
import { listen } from '#server/http/listen.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { eventsDocument, followEvents, isAbout } from '#tests/support/live-events.ts';
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

describe('more changes than the streams of an instance can be told at once', () => {
  it('are told in fewer words, so that the next change is told within seconds', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => server.as('user')));
    const streams = await Promise.all(
      people.flatMap((person) => [1, 2, 3, 4].map(() => followEvents(server, person))),
    );
    for (let i = 0; i < 45; i += 1) await createRepository(server.database);
    await server.database.$executeRaw`UPDATE "repository" SET "description" = 'all' WHERE "id" IN
      (SELECT "id" FROM "repository" ORDER BY "createdAt" DESC LIMIT 45)`;
    const begin = performance.now();
    const { id } = await createRepository(server.database);
    const repository = { type: 'REPOSITORY', id };
    await Promise.all(
      streams.map(async (stream) => {
        while (!isAbout((await stream.next())?.data.events, repository));
      }),
    );
    expect(performance.now() - begin).toBeLessThan(30_000);
    for (const stream of streams) await stream.close();
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

  it('reach the others when a subscriber throws', async () => {
    const log = pino({ level: 'silent' });
    const changes = createChanges({ listen: server.url, log });
    const heard: Change[] = [];
    const onEnd = () => {};
    changes.subscribe({
      onChanges() {
        throw new Error('A subscriber that fails.');
      },
      onEnd,
    });
    changes.subscribe({ onChanges: (batch) => heard.push(...batch), onEnd });
    await changes.listen();
    const { id } = await createRepository(server.database);
    await expect.poll(() => heard.map(({ id }) => id), { timeout: 30_000 }).toEqual([id]);
    await rename(id);
    await expect.poll(() => heard.map(({ id }) => id), { timeout: 30_000 }).toEqual([id, id]);
    changes.stop();
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
