import type { Client } from '@atrium/fair-admission';
import { createAdmission } from '@atrium/fair-admission';
import { expect, it } from 'vitest';

type Kind = 'stream' | 'click';

const many = (count: number, kind: Kind, clientOf: (index: number) => Client) =>
  Array.from({ length: count }, (_, index) => ({ kind, client: clientOf(index) }));
const everywhere = (index: number): Client => ({
  network: `203.0.113.${index}`,
  key: `person ${index}`,
});
const elsewhere = (): Client => ({ network: '198.51.100.1', key: 'one' });

/** Queues requests while all slots are taken, and returns their kinds in the order they start. */
async function orderOf(requests: readonly { kind: Kind; client: Client }[]): Promise<Kind[]> {
  const admission = createAdmission();
  const first = many(16, 'click', (index) => ({
    network: `192.0.2.${index}`,
    key: `user ${index}`,
  }));
  const running = await Promise.all(first.map(({ client }) => admission.acquire(client)));
  const order: Kind[] = [];
  const queued = requests.map(async ({ kind, client }) => {
    const slot = await admission.acquire({ ...client, isBackground: kind === 'stream' });
    order.push(kind);
    slot?.release();
  });
  for (const slot of running) slot?.release();
  await Promise.all(queued);
  return order;
}

it.each<[Kind, Kind]>([
  ['click', 'stream'],
  ['stream', 'click'],
])(
  'a %s waits for one of a hundred requests of the other kind, not for all',
  async (one, other) => {
    const order = await orderOf([...many(100, other, everywhere), ...many(1, one, elsewhere)]);
    expect(order).toHaveLength(101);
    expect(order.indexOf(one)).toBeLessThanOrEqual(1);
  },
);

it('a network with many streams gets no more turns than each network that clicks', async () => {
  const order = await orderOf([...many(20, 'stream', elsewhere), ...many(20, 'click', everywhere)]);
  expect(order.slice(0, 21).filter((kind) => kind === 'stream').length).toBeLessThanOrEqual(2);
});
