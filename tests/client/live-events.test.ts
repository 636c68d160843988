// @vitest-environment jsdom

import { Client, subscriptionExchange } from 'urql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribeToEvents } from '#client/graphql/live-events/live-events.ts';
import { collectNewRecords, newRecords } from '#client/graphql/live-events/new-records.ts';

type Send = (event: object) => void;

async function follow() {
  let send: Send = () => {};
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [
      subscriptionExchange({
        forwardSubscription: () => ({
          subscribe(sink) {
            send = (events) => sink.next({ data: { events } });
            return { unsubscribe() {} };
          },
        }),
      }),
    ],
  });
  const asked: unknown[] = [];
  const stop = subscribeToEvents(client, {
    onSignedOut: () => asked.push('signed out'),
    onViewerChange: () => asked.push('viewer'),
    refetch: () => asked.push([]),
    refetchTypes: (types) => asked.push([...types].sort()),
  });
  // urql subscribes after the current task.
  await vi.advanceTimersByTimeAsync(0);
  const change = (type: string, kind = 'UPDATED', recordId = 'repo_1') =>
    send({ __typename: 'RecordChange', type, kind, recordId });
  return { asked, change, send: (event: object) => send(event), stop };
}

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  collectNewRecords(null);
  hide(false);
});

it('asks once for what many changes concern, and at most once in two seconds', async () => {
  const { asked, change } = await follow();
  for (let i = 0; i < 50; i += 1) change('REPOSITORY');
  change('USER');
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([expect.arrayContaining(['Repository', 'User'])]);
  for (let i = 0; i < 100; i += 1) {
    change('REPOSITORY');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(1 + 5);
});

it('asks for organizations again where they or their repositories may have changed', async () => {
  const { asked, change, send } = await follow();
  change('MEMBER');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.pop()).toEqual(['Invitation', 'Member', 'Organization', 'Team']);
  await vi.advanceTimersByTimeAsync(2_000);
  send({ __typename: 'ManyRecordsChange', type: 'REPOSITORY' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.pop()).toContain('Organization');
});

it('leaves a list alone that shows a new record only when asked to', async () => {
  const { asked, change } = await follow();
  collectNewRecords({ list: 'repositories', isFiltered: false });
  change('REPOSITORY', 'CREATED', 'repo_2');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual([]);
  expect([...newRecords.get().ids]).toEqual(['repo_2']);
  collectNewRecords({ list: 'repositories', isFiltered: true });
  change('REPOSITORY', 'CREATED', 'repo_3');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(1);
});

it('waits while the page is hidden', async () => {
  const { asked, change } = await follow();
  hide(true);
  change('REPOSITORY');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  hide(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([['Repository']]);
});

it('reports a change of the viewer immediately, and nothing after it has stopped', async () => {
  const { asked, change, send, stop } = await follow();
  send({ __typename: 'ViewerChange' });
  send({ __typename: 'SignedOut', code: 'BANNED_USER' });
  expect(asked).toEqual(['viewer', [], 'signed out']);
  change('REPOSITORY');
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});
