import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Reply, runInParallel, startHttpServer } from '#tests/support/http-server.ts';
import { duringTransaction } from '#tests/support/open-transaction.ts';
import type { TestUser } from '#tests/support/server.ts';

const slowQuery = { query: '{ repositories(first: 1) { nodes { id } } }' };
const ownQuery = { query: '{ viewer { user { id } } }' };

const server = await startHttpServer();
afterAll(() => server.stop());
const people: TestUser[] = [];
while (people.length < 12) people.push(await server.as('user'));

const statuses = (replies: Reply[]) => replies.map(({ status }) => status);
const cookieOf = (index: number) => people[index % people.length]?.cookie ?? '';

const whileRepositoriesAreSlow = <T>(work: () => Promise<T>): Promise<T> =>
  duringTransaction(server.databaseUrl, 'LOCK TABLE repository IN ACCESS EXCLUSIVE MODE', work);

async function during(attack: () => Promise<Reply>, work: () => Promise<void>): Promise<void> {
  const lanes = runInParallel(40, attack);
  try {
    await sleep(300);
    await work();
  } finally {
    await lanes.stop();
  }
}

async function twelveOf(address: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let index = 1; index <= 12; index += 1) {
    const cookie = cookieOf(index % 11 || 11);
    replies.push(await server.ask({ body: ownQuery, cookie, address }));
  }
  return replies;
}

const twelve = Array.from({ length: 12 }, () => 200);

// The work of other programs on the machine makes requests wait, too.
describe('a client that sends slow requests continuously', { retry: 2 }, () => {
  it('leaves capacity to others at the same address and elsewhere, with one account', async () => {
    const attack = () => server.ask({ body: slowQuery, cookie: cookieOf(0) });
    // Warm up: a process's first requests are slow.
    await twelveOf('192.0.2.3');
    await whileRepositoriesAreSlow(() =>
      during(attack, async () => {
        expect(statuses(await twelveOf('192.0.2.1'))).toEqual(twelve);
        expect(statuses(await twelveOf('192.0.2.2'))).toEqual(twelve);
      }),
    );
  });

  it('leaves capacity to other addresses, with many accounts', async () => {
    let turn = 0;
    const attack = () => {
      turn += 1;
      return server.ask({ body: slowQuery, cookie: cookieOf(turn) });
    };
    await whileRepositoriesAreSlow(() =>
      during(attack, async () => {
        expect(statuses(await twelveOf('192.0.2.2'))).toEqual(twelve);
      }),
    );
  });

  it('counts as one client, also with forged cookies and the addresses of one IPv6 network', async () => {
    let turn = 0;
    const attack = () => {
      turn += 1;
      return server.ask({
        body: slowQuery,
        cookie: `atrium.session_token=token-${turn}.${'A'.repeat(43)}%3D`,
        address: `2001:db8:0:1::${turn.toString(16)}`,
      });
    };
    await whileRepositoriesAreSlow(() =>
      during(attack, async () => {
        expect(statuses(await twelveOf('2001:db8:0:2::1'))).toEqual(twelve);
      }),
    );
  });
});

describe('an office behind one address', () => {
  it.each([
    ['one account', () => cookieOf(0)],
    ['twelve accounts', () => cookieOf(Math.floor(Math.random() * 12))],
  ])(
    'gets an answer to each request on 50 connections, with %s',
    { retry: 2 },
    async (_what, cookie) => {
      let replies: Reply[] = [];
      const count = async () => {
        const reply = await server.ask({ body: slowQuery, cookie: cookie() });
        replies.push(reply);
        return reply;
      };
      const few = runInParallel(8, count);
      await sleep(1_000);
      await few.stop();
      const lanes = Math.min(50, Math.floor(replies.length / 4));
      replies = [];
      const office = runInParallel(lanes, count);
      await sleep(2_000);
      await office.stop();
      expect(replies.length).toBeGreaterThan(lanes);
      expect(statuses(replies).filter((status) => status !== 200)).toEqual([]);
    },
  );
});
