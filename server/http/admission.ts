/**
 * Who is let in when more come than can be served. A server that takes everything serves nobody: what
 * it cannot begin soon it refuses at once, before a body is read or a statement is sent, and what it
 * lets in keeps its latency. Waiting clients are served in turn, so that one of them cannot keep the
 * others out.
 *
 * Sources: the Bulkhead and Throttling patterns (Azure Architecture Center); Google, Site Reliability
 * Engineering, chapters 21 and 22: reject early and cheaply; OWASP ASVS 5.0 2.4.1.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Where the figures are from: `npm run bench` and `npm run faults -- 28`, see the README. */
export const admissionLimits = {
  /**
   * Requests at work. The database has 10 connections and a request keeps one busy for half of its
   * time at most; more at work does not mean more done, only each of them later.
   */
  atWork: 16,
  /**
   * At least so many at work, however late the event loop is. What is late for `loopDelay` milliseconds
   * is late for everybody, also for those who are only to be told that they cannot come in.
   */
  leastAtWork: 4,
  loopDelay: 25,
  /** Milliseconds that whoever comes may expect to wait for their turn; beyond it they are refused. */
  expectedWait: 100,
  /** So many may wait whatever is expected: a page asks for several things at once. */
  leastWaiting: 16,
  /** Milliseconds after which they are refused all the same: the database has become slow meanwhile. */
  longestWait: 750,
  /** Requests waiting in all, whatever is expected: each holds a body of up to 100 kB. */
  waiting: 500,
  /** Streams of events, which wait without working: each holds a socket and some 50 kB. */
  streams: 2_000,
  /** Streams of one client address: an office behind one address stays below it. */
  streamsPerClient: 200,
};

type Limits = typeof admissionLimits;

type Waiting = { begin(release: () => void): void };

/** How often the event loop's delay is looked at, in milliseconds. */
const everyMilliseconds = 100;
/** How fast the average of service times follows, per request. */
const smoothing = 0.1;

/** What developers are told who were turned away. */
export const busyMessage = 'The service is busy. Try again shortly.';

/** Seconds after which somebody who was turned away may come again, some sooner and some later. */
export const comeAgain = () => String(1 + Math.floor(Math.random() * 3));

/** Admission of requests and streams by client address. */
export function createAdmission(limits: Limits = admissionLimits) {
  /** Those who wait, by client; the first client is next. */
  const queues = new Map<string, Waiting[]>();
  const streams = new Map<string, number>();
  /** Places: halved when the event loop is late, one more when it is not. */
  let places = limits.atWork;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => {
    const late = delay.percentile(90) / 1e6 - 10 > limits.loopDelay;
    places = late
      ? Math.max(limits.leastAtWork, Math.floor(places / 2))
      : Math.min(limits.atWork, places + 1);
    delay.reset();
    next();
  }, everyMilliseconds).unref();
  let atWork = 0;
  let waiting = 0;
  let streaming = 0;
  /** Milliseconds that a request is at work, on average of the last ones. */
  let service = 0;

  /** A place at work; the returned function gives it to the next who waits. */
  function begin(): () => void {
    atWork += 1;
    const start = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      atWork -= 1;
      service += (performance.now() - start - service) * smoothing;
      next();
    };
  }

  /** Gives free places to those who wait, one client after the other. */
  function next(): void {
    for (const [client, queue] of queues) {
      if (atWork >= places) return;
      const first = queue.shift();
      queues.delete(client);
      // At the end of the line again: the loop comes to it once more.
      if (queue.length) queues.set(client, queue);
      waiting -= 1;
      first?.begin(begin());
    }
  }

  /** Whether somebody from `client` would get their turn soon. */
  function hasRoom(client: string): boolean {
    if (atWork < places) return true;
    if (waiting < limits.leastWaiting) return true;
    if (waiting >= limits.waiting) return false;
    const own = queues.get(client)?.length ?? 0;
    const clients = queues.size + (own ? 0 : 1);
    const before = Math.min(waiting, own * clients + clients - 1);
    return ((before + 1) * service) / places <= limits.expectedWait;
  }

  return {
    hasRoom,

    /** Waits for a place at work. Returns the function that leaves it; undefined if there is none. */
    async enter(client: string): Promise<(() => void) | undefined> {
      if (!hasRoom(client)) return undefined;
      if (atWork < places) return begin();
      return new Promise((done) => {
        const queue = queues.get(client) ?? [];
        const mine: Waiting = {
          begin(release) {
            clearTimeout(timer);
            done(release);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(mine), 1);
          if (!queue.length) queues.delete(client);
          waiting -= 1;
          done(undefined);
        }, limits.longestWait);
        queue.push(mine);
        queues.set(client, queue);
        waiting += 1;
      });
    },

    /** Counts a stream; the returned function ends it. A word where there is no room for it. */
    openStream(client: string): (() => void) | 'too many of this client' | 'too many' {
      const own = streams.get(client) ?? 0;
      if (own >= limits.streamsPerClient) return 'too many of this client';
      if (streaming >= limits.streams) return 'too many';
      streaming += 1;
      streams.set(client, own + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        streaming -= 1;
        const left = (streams.get(client) ?? 1) - 1;
        if (left) streams.set(client, left);
        else streams.delete(client);
      };
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
