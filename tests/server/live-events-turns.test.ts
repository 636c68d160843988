/** Turns to execute live events, at a pace that all streams of a process share. */
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { eventPace } from '#server/graphql/limits/limits.ts';
import { createPace } from '#server/modules/live-events/pace.ts';

let createTurns: ReturnType<typeof createPace>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  createTurns = createPace();
  await createTurns().take('anyone', eventPace.burst);
});
afterAll(() => void vi.useRealTimers());

/** Streams of a person who always want their next turn. Returns how many they got. */
function flood(person: string, points: number) {
  const got = { turns: 0 };
  const keepTaking = async () => {
    const turns = createTurns();
    for (;;) {
      await turns.take(person, points);
      got.turns += 1;
    }
  };
  for (let stream = 0; stream < 100; stream += 1) void keepTaking();
  return got;
}

function isTaken(taken: Promise<void>) {
  const answer = { isTaken: false };
  void taken.then(() => {
    answer.isTaken = true;
  });
  return answer;
}

it('use no more points than the pace allows', async () => {
  const got = flood('p', 1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  const most = (10 * eventPace.perSecond) / 1_000;
  expect(got.turns).toBeGreaterThan(most * 0.9);
  expect(got.turns).toBeLessThanOrEqual(most + 1);
});

it('come to another person before the rest of one who has many streams', async () => {
  flood('p', 5_000);
  const other = isTaken(createTurns().take('q', 650));
  await vi.advanceTimersByTimeAsync(200);
  expect(other.isTaken).toBe(true);
});

it('come to the dearest event too, which other people’s streams may wait for', async () => {
  flood('p', 640);
  const dearest = isTaken(createTurns().take('p', 650));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(dearest.isTaken).toBe(true);
});

it('are not waited for any longer once they are cancelled', async () => {
  flood('p', 5_000);
  const turns = createTurns();
  const waiting = isTaken(turns.take('p', 5_000));
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting.isTaken).toBe(false);
  turns.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting.isTaken).toBe(true);
});
