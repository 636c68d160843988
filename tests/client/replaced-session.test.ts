/** A page that is being unloaded must ignore the end of a session that this browser has replaced. */
import { afterEach, expect, it, vi } from 'vitest';
import {
  findLoadedSession,
  forgetSession,
  isReplaced,
  mayShowLiveEvents,
  provideSession,
  refetchSession,
  runSessionTransition,
  type Session,
} from '#client/features/session/session.ts';

const withSession = (id: string | null) =>
  provideSession({ viewer: id && { session: { id } } } as unknown as Session);

it('a session is replaced once another one was loaded', () => {
  expect(isReplaced('ses_1')).toBe(false);
  withSession('ses_1');
  expect(isReplaced('ses_1')).toBe(false);
  withSession('ses_2');
  expect(isReplaced('ses_1')).toBe(true);
});

it('a session that has ended is not replaced: its end is told', () => {
  withSession(null);
  expect(isReplaced('ses_1')).toBe(false);
});

function slowServer(viewer: object | null) {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  return { answer: () => resolve(Response.json({ data: { setup: {}, viewer } })) };
}

afterEach(() => vi.unstubAllGlobals());

it('a session that is read again in the background is known from then on', async () => {
  withSession('ses_1');
  const viewer = { session: { id: 'ses_1' }, user: { name: 'New name' } };
  const { answer } = slowServer(viewer);
  const refetched = refetchSession();
  answer();
  expect(await refetched).toMatchObject({ viewer });
  expect(findLoadedSession()).toMatchObject({ viewer });
});

it.each([
  ['forgotten', forgetSession],
  ['replaced', () => withSession('ses_2')],
])('an answer is left out if the session was %s meanwhile', async (_how, change) => {
  withSession('ses_1');
  const { answer } = slowServer({ session: { id: 'ses_1' }, user: { name: 'New name' } });
  const refetched = refetchSession();
  change();
  const known = findLoadedSession();
  answer();
  expect(await refetched).toBeNull();
  expect(findLoadedSession()).toBe(known);
});

it('live events wait while the session is read, and are dropped once it was replaced', async () => {
  withSession('ses_1');
  const { answer } = slowServer({ session: { id: 'ses_2' } });
  const refetched = refetchSession();
  const known: boolean[] = [];
  const events = ['first', 'second'].map(async () => known.push(await mayShowLiveEvents('ses_1')));
  await new Promise((resolve) => setImmediate(resolve));
  expect(known).toEqual([]);
  answer();
  await Promise.all([refetched, ...events]);
  expect(known).toEqual([false, false]);
  expect(await mayShowLiveEvents('ses_2')).toBe(true);
});

it('live events wait while this tab changes its session, and are shown if it stays', async () => {
  withSession('ses_1');
  const { promise, resolve } = Promise.withResolvers<void>();
  const transition = runSessionTransition(() => promise);
  let mayShow: boolean | undefined;
  const event = mayShowLiveEvents('ses_1').then((answer) => {
    mayShow = answer;
  });
  await new Promise((next) => setImmediate(next));
  expect(mayShow).toBeUndefined();
  resolve();
  await Promise.all([transition, event]);
  expect(mayShow).toBe(true);
  withSession(null);
  expect(await mayShowLiveEvents('ses_1')).toBe(false);
});
