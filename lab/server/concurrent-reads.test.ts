import { afterAll, expect, it } from 'vitest';
import { createDatabase } from '#server/database/client.ts';
import { namedStatement } from '#server/database/statements.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

const url = await databaseForFile();
const database = createDatabase(url, { connections: 2, timeout: 30_000 });
afterAll(() => database.$disconnect());

const echo = namedStatement('SELECT $1::int AS "number", pg_backend_pid() AS "session"');
const inverse = namedStatement('SELECT 1 / $1::int AS "number"');
const sleeping = namedStatement('SELECT pg_sleep($1)::text, pg_backend_pid() AS "session"');
const ending = namedStatement('SELECT pg_terminate_backend(pg_backend_pid())');

type Echo = { number: number; session: number };
const read = async (number: number) => (await database.$named<Echo>(echo, [number]))[0] as Echo;
const numbers = Array.from({ length: 40 }, (_, i) => i);

it('returns its own rows to each of many reads at once', async () => {
  await read(0);
  const rows = await Promise.all(numbers.map(read));
  expect(rows.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(rows.map(({ session }) => session)).size).toBeLessThanOrEqual(2);
});

it('fails alone', async () => {
  await database.$named(inverse, [1]);
  const outcomes = await Promise.allSettled([
    read(1),
    database.$named(inverse, [0]),
    read(2),
    database.$named(inverse, [1]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await read(3)).toMatchObject({ number: 3 });
});

it('sends no read behind one that takes long', async () => {
  await read(0);
  const slow = database.$named<Echo>(sleeping, [2]);
  let isOver = false;
  const over = slow.finally(() => {
    isOver = true;
  });
  await new Promise((done) => setTimeout(done, 20));
  const rows: Echo[] = [];
  for (const number of numbers) {
    const row = await read(number);
    if (!isOver) rows.push(row);
  }
  const [{ session }] = (await over) as [Echo];
  expect(rows).not.toEqual([]);
  expect(rows.map((row) => row.session)).not.toContain(session);
});

it('reports a lost connection, and uses another one from then on', async () => {
  await read(0);
  await expect(database.$named(ending, [])).rejects.toMatchObject({ kind: 'unreachable' });
  expect(await read(7)).toMatchObject({ number: 7 });
});
