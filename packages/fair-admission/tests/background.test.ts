import type { Client } from '@atrium/fair-admission';
import { createAdmission } from '@atrium/fair-admission';
import { expect, it } from 'vitest';

/** Queues requests while all slots are taken, and returns their kinds in the order they start. */
async function orderOf(kinds: readonly ('stream' | 'click')[]): Promise<string[]> {
  const admission = createAdmission();
  const client = (index: number): Client => ({
    network: `192.0.2.${index}`,
    key: `user ${index}`,
  });
  const running = await Promise.all(
    Array.from({ length: 16 }, (_, index) => admission.acquire(client(index))),
  );
  const order: string[] = [];
  const queued = kinds.map(async (kind, index) => {
    const slot = await admission.acquire({
      ...client(100 + index),
      isBackground: kind === 'stream',
    });
    order.push(kind);
    slot?.release();
  });
  for (const slot of running) slot?.release();
  await Promise.all(queued);
  return order;
}

it('a click waits for one of a hundred streams that reopen, not for all', async () => {
  const order = await orderOf([...Array<'stream'>(100).fill('stream'), 'click']);
  expect(order).toHaveLength(101);
  expect(order.indexOf('click')).toBeLessThanOrEqual(1);
});

it('streams open beside many clicks', async () => {
  const order = await orderOf([...Array<'click'>(100).fill('click'), 'stream']);
  expect(order).toHaveLength(101);
  expect(order.indexOf('stream')).toBeLessThanOrEqual(1);
});

it('a network with many streams gets no more turns than each network that clicks', async () => {
  const admission = createAdmission();
  const running = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      admission.acquire({ network: `192.0.2.${index}`, key: `user ${index}` }),
    ),
  );
  const order: string[] = [];
  const queue = async (client: Client, kind: string) => {
    const slot = await admission.acquire(client);
    order.push(kind);
    slot?.release();
  };
  const queued = [
    ...Array.from({ length: 20 }, () =>
      queue({ network: '198.51.100.1', key: 'flood', isBackground: true }, 'stream'),
    ),
    ...Array.from({ length: 20 }, (_, index) =>
      queue({ network: `203.0.113.${index}`, key: `person ${index}` }, 'click'),
    ),
  ];
  for (const slot of running) slot?.release();
  await Promise.all(queued);
  expect(order.slice(0, 21).filter((kind) => kind === 'stream').length).toBeLessThanOrEqual(2);
});
