import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { times } from '#lab/support/documents.ts';
import { maxCostPerEvent } from '#server/graphql/limits/limits.ts';
import { priceOf } from '#server/graphql/limits/price.ts';
import { unique } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const costly = `subscription { events { __typename
  ... on ViewerChange { viewer { user { name ${times(30, (i) => `a${i}: name `)} } } }
  ... on SignedOut { code }
} }`;

/** Sixty streams of a person, with events that cost as much as they may, for five changes a second. */
async function flood(person: TestUser) {
  const streams = await Promise.all(
    Array.from({ length: 60 }, () => followEvents(server, person, { query: costly })),
  );
  const heard = streams.map(() => [] as string[]);
  const reading = streams.map(async (stream, index) => {
    for (let answer = await stream.next(); answer; answer = await stream.next()) {
      const { viewer, code } = answer.data.events;
      heard[index]?.push(code ?? viewer?.user.name);
    }
  });
  let name = '';
  let isOver = false;
  const renaming = (async () => {
    while (!isOver) {
      name = unique('Name');
      await server.database.user.update({ where: { id: person.id }, data: { name } });
      await pause(200);
    }
  })();
  return {
    heard,
    ended: Promise.all(reading),
    async stop(): Promise<string> {
      isOver = true;
      await renaming;
      return name;
    },
    close: () => Promise.allSettled(streams.map((stream) => stream.close())),
  };
}

it('a stream is told of changes of its viewer once a second, and of the last one', async () => {
  const price = priceOf({ schema, document: parse(costly) });
  expect(price).toBeGreaterThan(maxCostPerEvent * 0.9);
  expect(price).toBeLessThanOrEqual(maxCostPerEvent);
  const begin = performance.now();
  const flooding = await flood(await server.as('user'));
  await pause(3_000);
  const name = await flooding.stop();
  await expect
    .poll(() => new Set(flooding.heard.map((names) => names.at(-1))), { timeout: 60_000 })
    .toEqual(new Set([name]));
  const seconds = (performance.now() - begin) / 1_000;
  for (const names of flooding.heard) expect(names.length).toBeLessThanOrEqual(seconds + 1);
  await flooding.close();
});

it('streams whose events wait end with their session', async () => {
  const person = await server.as('user');
  const flooding = await flood(person);
  await pause(2_500);
  await flooding.stop();
  await server.database.session.deleteMany({ where: { userId: person.id } });
  await flooding.ended;
  expect(flooding.heard.map((names) => names.at(-1))).toEqual(Array(60).fill('SESSION_EXPIRED'));
});
