/** Admission control on a simulated process in simulated time: serves what it can and rejects the rest. */

import type { Client } from '@atrium/fair-admission';
import { createAdmission, defaultLimits } from '@atrium/fair-admission';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const loop = vi.hoisted(() => ({ delay: 0 }));
vi.mock('node:perf_hooks', () => ({
  monitorEventLoopDelay: ({ resolution }: { resolution: number }) => ({
    enable: () => {},
    reset: () => {},
    get mean() {
      return (resolution + loop.delay) * 1e6;
    },
  }),
}));

beforeEach(() => {
  loop.delay = 0;
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'setImmediate'],
  });
});
afterEach(() => void vi.useRealTimers());

const oneSession = (): Client => ({ network: '192.0.2.1', key: 'session' });
const anonymous = (): Client => ({ network: '192.0.2.1', key: '192.0.2.1' });
const office = (n: number): Client => ({ network: '192.0.2.1', key: `session ${n}` });
const colleague = (): Client => ({ network: '192.0.2.1', key: 'session of a colleague' });
const elsewhere = (): Client => ({ network: '192.0.2.2', key: 'session elsewhere' });
const everywhere = (n: number): Client => ({ network: `network ${n}`, key: `session ${n}` });

type ClientOf = (n: number) => Client;
type Sample = { isServed: boolean; ms: number };

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

function createProcess(cost: number) {
  const admission = createAdmission();
  let isFreeAt = 0;
  let inQueue = 0;
  let mostInQueue = 0;

  function compute(milliseconds: number): Promise<void> {
    isFreeAt = Math.max(isFreeAt, performance.now()) + milliseconds;
    return pause(isFreeAt - performance.now());
  }

  return {
    compute,
    mostInQueue: () => mostInQueue,
    async send(client: Client, work = () => compute(cost)): Promise<Sample> {
      const begin = performance.now();
      inQueue += 1;
      mostInQueue = Math.max(mostInQueue, inQueue);
      const slot = await admission.acquire(client);
      inQueue -= 1;
      if (slot) await work();
      slot?.release();
      return { isServed: Boolean(slot), ms: performance.now() - begin };
    },
  };
}

type Process = ReturnType<typeof createProcess>;

function keepSending(process: Process, clients: number, clientOf: ClientOf, ms: number): Sample[] {
  const samples: Sample[] = [];
  const end = performance.now() + ms;
  const keepOn = async (client: Client) => {
    while (performance.now() < end) {
      const sample = await process.send(client);
      samples.push(sample);
      if (!sample.isServed) await pause(20);
    }
  };
  for (let n = 0; n < clients; n += 1) void keepOn(clientOf(n));
  return samples;
}

function sendAtRate(process: Process, rate: number, clientOf: ClientOf, ms: number): Sample[] {
  const samples: Sample[] = [];
  const send = async (n: number) => void samples.push(await process.send(clientOf(n)));
  for (let n = 0; n < (rate * ms) / 1_000; n += 1) {
    setTimeout(() => void send(n), (n / rate) * 1_000);
  }
  return samples;
}

const refused = (samples: Sample[]) => samples.filter(({ isServed }) => !isServed);
const served = (samples: Sample[]) => samples.filter(({ isServed }) => isServed);
const slowest = (samples: Sample[]) => Math.max(...served(samples).map(({ ms }) => ms));
const run = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('connections of one address that can be served within a second', () => {
  it.each([
    ['50 of one session', 50, oneSession, 10],
    ['200 of one session', 200, oneSession, 3],
    ['400 of one session', 400, oneSession, 1.5],
    ['200 without a session', 200, anonymous, 3],
    ['200 of 200 sessions', 200, office, 3],
  ])('are never refused: %s', async (_what, connections, clientOf, cost) => {
    const samples = keepSending(createProcess(cost), connections, clientOf, 5_000);
    await run(7_000);
    expect(refused(samples).length).toBe(0);
    expect(slowest(samples)).toBeLessThan(1_000);
    expect(samples.length).toBeGreaterThan((0.99 * 5_000) / cost);
  });

  it('are not refused because the process was slow to begin with them', async () => {
    const process = createProcess(3);
    void process.compute(120);
    const samples = keepSending(process, 200, oneSession, 2_000);
    await run(4_000);
    expect(samples.length).toBeGreaterThan(600);
    expect(refused(samples).length).toBe(0);
    expect(slowest(samples)).toBeLessThan(1_000);
  });

  it('are not refused after a pause of the process, nor when they become more', async () => {
    const process = createProcess(3);
    const first = keepSending(process, 100, oneSession, 5_000);
    await run(2_000);
    void process.compute(150);
    await run(1_000);
    const more = keepSending(process, 100, oneSession, 2_000);
    await run(4_000);
    expect(first.length).toBeGreaterThan(1_000);
    expect(more.length).toBeGreaterThan(300);
    expect(refused([...first, ...more]).length).toBe(0);
  });
});

describe('three times what the process can do', () => {
  it.each([
    ['one session', oneSession],
    ['an office', office],
    ['all the world', everywhere],
  ])('is refused at once and the rest served in time, from %s', async (_who, clientOf) => {
    const process = createProcess(4);
    const samples = sendAtRate(process, 750, clientOf, 5_000);
    await run(6_500);
    const late = refused(samples).filter(({ ms }) => ms > 50);
    expect(refused(samples).length).toBeGreaterThan(2_000);
    expect(late.length).toBeLessThan(0.05 * refused(samples).length);
    expect(slowest(samples)).toBeLessThan(1_000);
    expect(served(samples).length).toBeGreaterThan((0.95 * 5_000) / 4);
    // Back to normal once the queue is drained.
    const after = keepSending(process, 4, clientOf, 1_000);
    await run(2_000);
    expect(refused(after).length).toBe(0);
    expect(slowest(after)).toBeLessThanOrEqual(4 * 4 + 4);
  });

  it('keeps no more requests in memory than the limits say', async () => {
    const process = createProcess(0.1);
    sendAtRate(process, 40_000, oneSession, 500);
    await run(500);
    expect(process.mostInQueue()).toBeLessThanOrEqual(defaultLimits.queuedPerNetwork + 1);
    sendAtRate(process, 40_000, everywhere, 500);
    await run(500);
    expect(process.mostInQueue()).toBeLessThanOrEqual(defaultLimits.queued + 1);
    await run(2_000);
  });
});

describe('beside a client that sends more than the process can do', () => {
  it.each([
    ['a colleague', 'one session', colleague, oneSession, 0],
    ['somebody elsewhere', 'one session', elsewhere, oneSession, 0],
    ['somebody elsewhere', '200 sessions of one address', elsewhere, office, 0],
    ['a colleague', 'one session and a late event loop', colleague, oneSession, 100],
    ['somebody elsewhere', '200 sessions and a late event loop', elsewhere, office, 100],
  ])('%s is served at once: %s', async (_who, _beside, honest, attacker, delay) => {
    loop.delay = delay;
    const process = createProcess(4);
    keepSending(process, 400, attacker, 3_000);
    await run(1_000);
    const samples = keepSending(process, 6, honest, 2_000);
    await run(4_000);
    expect(samples.length).toBeGreaterThan(50);
    expect(refused(samples).length).toBe(0);
    // The requests in flight plus a few rounds of the queue.
    expect(slowest(samples)).toBeLessThan(4 * 2 * defaultLimits.inFlight);
  });

  it.each([
    ['a colleague', colleague],
    ['somebody elsewhere', elsewhere],
  ])('whose requests hang, %s gets a page of twelve requests', async (_who, honest) => {
    const process = createProcess(4);
    const hang = async () => {
      for (;;) {
        const { isServed } = await process.send(oneSession(), () => pause(2_000));
        if (!isServed) await pause(20);
      }
    };
    for (let n = 0; n < 40; n += 1) void hang();
    await run(1_500);
    const samples: Sample[] = [];
    for (let n = 0; n < 12; n += 1) {
      void process.send(honest()).then((sample) => samples.push(sample));
    }
    await run(500);
    expect(samples.length).toBe(12);
    expect(refused(samples)).toEqual([]);
  });
});

describe('a process that does nothing for two seconds', () => {
  it('refuses what it will not serve in time, and serves again at once afterwards', async () => {
    const process = createProcess(4);
    const samples = sendAtRate(process, 200, office, 2_500);
    await run(500);
    expect(refused(samples)).toEqual([]);
    void process.compute(2_000);
    await run(3_500);
    expect(refused(samples).length).toBeGreaterThan(200);
    const after = sendAtRate(process, 200, office, 1_000);
    await run(2_000);
    expect(refused(after)).toEqual([]);
  });
});

describe('one turn of the event loop', () => {
  it('starts one request, however many arrive in it and however short they are', async () => {
    vi.useRealTimers();
    const admission = createAdmission();
    let turn = 0;
    const starts: number[] = [];
    const countTurns = () => {
      turn += 1;
      if (starts.length < 30) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const one = async (client: Client) => {
      const slot = await admission.acquire(client);
      starts.push(turn);
      slot?.release();
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => one(everywhere(n))));
    expect(new Set(starts).size).toBeGreaterThanOrEqual(29);
  });
});
