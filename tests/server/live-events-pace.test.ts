import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'graphql';
import { afterEach, expect, it } from 'vitest';
import { eventPace, maxCostPerEvent, priceOf } from '#server/graphql/limits/limits.ts';
import { times } from '#tests/support/documents.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { followEvents, isAbout } from '#tests/support/live-events.ts';
import { schema } from '#tests/support/schema.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const costly = `subscription { events {
  ... on ViewerChange { viewer { user { name ${times(21, (i) => `a${i}: sessions(first: 1) { nodes { id } } `)} } } }
  ... on SignedOut { code }
} }`;
const price = priceOf({ schema, document: parse(costly) });

type Stream = Awaited<ReturnType<typeof followEvents>>;
const open: Stream[] = [];
const floods: { stop(): Promise<string> }[] = [];
afterEach(async () => {
  await Promise.all(floods.splice(0).map((flooding) => flooding.stop()));
  await Promise.allSettled(open.splice(0).map((stream) => stream.close()));
});

async function follow(person: TestUser, headers = {}): Promise<Stream> {
  const stream = await followEvents(server, person, headers);
  open.push(stream);
  return stream;
}

type Flood = { query(stream: number): string; change(name: string): Promise<unknown> };

const ofViewer = ({ id }: TestUser): Flood => ({
  query: () => costly,
  change: (name) => server.database.user.update({ where: { id }, data: { name } }),
});

/** Each stream has a document of its own, so they share no results. */
const ofRecord = (id: string): Flood => ({
  query: (stream) =>
    `subscription { events { ... on RecordChange { node { ... on Repository { ${times(65, (i) => `a${stream}_${i}: description `)} } } } } }`,
  change: (name) => server.database.repository.update({ where: { id }, data: { name } }),
});

/** Sixty streams of a person, with events that cost as much as they may, for five changes a second. */
async function flood(person: TestUser, { query, change } = ofViewer(person)) {
  const streams = await Promise.all(
    Array.from({ length: 60 }, (_, i) => follow(person, { query: query(i) })),
  );
  const events: Json[] = [];
  const latest = new Map<Stream, Json>();
  const reading = streams.map(async (stream) => {
    for (let answer = await stream.next(); answer; answer = await stream.next()) {
      events.push(answer.data.events);
      latest.set(stream, answer.data.events);
    }
  });
  const start = performance.now();
  let name = '';
  let isOver = false;
  const renaming = (async () => {
    while (!isOver) {
      name = unique('Name');
      await change(name);
      await pause(200);
    }
  })();
  const flooding = {
    events,
    ended: Promise.all(reading),
    elapsed: () => performance.now() - start,
    names: () => [...latest.values()].map(({ viewer }) => viewer?.user.name),
    async stop(): Promise<string> {
      isOver = true;
      await renaming;
      return name;
    },
  };
  floods.push(flooding);
  return flooding;
}

async function millisecondsOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

it('changes of a viewer are executed at a pace, and what waits is told in one event', async () => {
  expect(price).toBeGreaterThan(maxCostPerEvent * 0.9);
  const flooding = await flood(await server.as('user'));
  await pause(3_000);
  const { burst, perSecond } = eventPace;
  const most = burst + (flooding.elapsed() / 1_000) * perSecond + price;
  expect(flooding.events.length * price).toBeLessThanOrEqual(most);

  const name = await flooding.stop();
  await expect.poll(() => new Set(flooding.names()), { timeout: 60_000 }).toEqual(new Set([name]));
});

it.each(['viewer', 'record'])(
  'another person is told of a record before the turns of many streams that wait for changes of a %s',
  async (what) => {
    const { id } = await createRepository(server.database);
    const person = await server.as('user');
    // Results of this stream are shared with the other person's.
    const shared = await follow(person);
    const other = await follow(await server.as('user'));
    await flood(person, what === 'record' ? ofRecord(id) : ofViewer(person));
    const reading = (async () => {
      while (await shared.next());
    })();
    for (let i = 0; i < 15; i += 1) {
      await pause(200);
      const milliseconds = await millisecondsOf(async () => {
        const { id } = await createRepository(server.database);
        while (!isAbout((await other.next()).data.events, { type: 'REPOSITORY', id }));
      });
      expect(milliseconds).toBeLessThan(10_000);
    }
    await shared.close();
    await reading;
  },
);

it('streams whose events wait end with their session', async () => {
  const person = await server.as('user');
  const flooding = await flood(person);
  await pause(2_500);
  await flooding.stop();
  await server.database.session.deleteMany({ where: { userId: person.id } });
  await flooding.ended;
  expect(flooding.events.filter(({ code }) => code === 'SESSION_EXPIRED')).toHaveLength(60);
});
