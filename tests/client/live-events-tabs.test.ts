/** Elects tabs with the Web Locks and BroadcastChannel of Node.js. */
import { afterEach, expect, it, vi } from 'vitest';
import { joinTabs } from '#client/graphql/live-events/tabs.ts';

type Tab = {
  isFollower: boolean;
  messages: string[];
  send: ((message: string) => void) | undefined;
  leave(): void;
};

const until = (isTrue: () => unknown) => vi.waitUntil(isTrue, { timeout: 60_000 });

const open: Tab[] = [];

function openTab(topic: string): Tab {
  const leaving = new AbortController();
  const tab: Tab = {
    isFollower: false,
    messages: [],
    send: undefined,
    leave: () => leaving.abort(),
  };
  const member = {
    lead(send: (message: string) => void) {
      tab.send = send;
    },
    onFollow() {
      tab.isFollower = true;
    },
    onMessage: (message: string) => void tab.messages.push(message),
  };
  joinTabs(topic, member, leaving.signal).catch((error: Error) => {
    if (!leaving.signal.aborted) tab.messages.push(error.name);
  });
  open.push(tab);
  return tab;
}

async function openTabs(topic: string, count: number): Promise<[Tab, ...Tab[]]> {
  const first = openTab(topic);
  await until(() => first.send);
  const others = Array.from({ length: count - 1 }, () => openTab(topic));
  await until(() => others.every(({ isFollower }) => isFollower));
  return [first, ...others];
}

afterEach(() => {
  for (const { leave } of open.splice(0)) leave();
  vi.unstubAllGlobals();
});

it('one tab leads, and what it sends reaches all', async () => {
  const tabs = await openTabs('one', 7);
  expect(tabs.filter(({ send }) => send)).toEqual([tabs[0]]);
  expect(tabs[0].isFollower).toBe(false);
  tabs[0].send?.('event');
  await until(() => tabs.every(({ messages }) => messages.length > 0));
  expect(tabs.map(({ messages }) => messages)).toEqual(tabs.map(() => ['event']));
});

it('the next tab in line leads when the leader leaves', async () => {
  const [first, second, third] = (await openTabs('next', 3)) as [Tab, Tab, Tab];
  first.leave();
  await until(() => second.send ?? third.send);
  const [leader, other] = second.send ? [second, third] : [third, second];
  expect(other.send).toBeUndefined();
  first.send?.('from a tab that left');
  leader.send?.('event');
  await until(() => other.messages.length);
  expect([first, leader, other].map(({ messages }) => messages)).toEqual([
    [],
    ['event'],
    ['event'],
  ]);
});

it('a tab that leaves while in line never leads', async () => {
  const [first, second] = (await openTabs('impatient', 2)) as [Tab, Tab];
  second.leave();
  first.leave();
  const third = openTab('impatient');
  await until(() => third.send);
  expect(second.send).toBeUndefined();
  expect(second.messages).toEqual([]);
});

it('tabs of another session neither hear nor wait', async () => {
  const one = await openTabs('session 1', 2);
  const other = await openTabs('session 2', 2);
  one[0].send?.('for 1');
  other[0].send?.('for 2');
  await until(() => [one[1], other[1]].every((tab) => tab?.messages.length));
  expect([...one, ...other].map(({ messages }) => messages.join())).toEqual([
    'for 1',
    'for 1',
    'for 2',
    'for 2',
  ]);
});

it('names neither locks nor channels after the session', async () => {
  const [first] = await openTabs('ses_secret', 2);
  const { held = [], pending = [] } = await navigator.locks.query();
  expect(held.length + pending.length).toBeGreaterThan(1);
  for (const { name } of [...held, ...pending]) expect(name).not.toContain('ses_secret');
  first.leave();
});

it.each(['navigator', 'BroadcastChannel', 'crypto'])(
  'reports a browser without %s',
  async (name) => {
    vi.stubGlobal(name, undefined);
    const tab = openTab('old browser');
    await until(() => tab.messages.length);
    expect(tab.messages).not.toEqual([]);
    expect(tab.send).toBeUndefined();
  },
);
