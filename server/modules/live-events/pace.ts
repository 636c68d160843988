import { eventPace } from '#server/graphql/limits/limits.ts';

/** Streams resumed per turn of the event loop: about 2 ms. */
const streamsPerTurn = 50;
const tickMs = 25;

const deliveries: (() => void)[] = [];
let free = streamsPerTurn;

function deliver(): void {
  free = streamsPerTurn;
  for (const next of deliveries.splice(0, streamsPerTurn)) {
    free -= 1;
    next();
  }
  if (free < streamsPerTurn) setImmediate(deliver);
}

export function takeDelivery(): Promise<void> | void {
  if (free === streamsPerTurn) setImmediate(deliver);
  if (free > 0 && !deliveries.length) {
    free -= 1;
    return;
  }
  return new Promise((resolve) => deliveries.push(resolve));
}

type Turn = { person: string; points: number; take(): void };
type Line = { turns: Set<Turn>; servesOldest: boolean };

/**
 * Alternately the cheapest turn and the oldest, because other people's streams may share the result of either: dear events
 * don't delay the document of the pages, and cheap ones don't keep it waiting for ever.
 */
function nextOf(line: Line): Turn | undefined {
  const [oldest] = line.turns;
  let cheapest = oldest;
  for (const turn of line.turns) {
    if (cheapest && turn.points < cheapest.points) cheapest = turn;
  }
  line.servesOldest = !line.servesOldest;
  return line.servesOldest ? oldest : cheapest;
}

/** A limit on the points of executed events, for all streams that share it. Returns what creates the turns of a stream. */
export function createPace() {
  /** Turns that each person's streams wait for. Persons take turns in rotation, so many streams don't delay other people. */
  const lines = new Map<string, Line>();
  let points = eventPace.burst;
  let last = performance.now();
  let isScheduled = false;

  function refill(): void {
    const now = performance.now();
    points = Math.min(eventPace.burst, points + ((now - last) / 1_000) * eventPace.perSecond);
    last = now;
  }

  function leave(turn: Turn): void {
    const line = lines.get(turn.person);
    line?.turns.delete(turn);
    if (!line?.turns.size) lines.delete(turn.person);
  }

  function serve(): void {
    isScheduled = false;
    refill();
    for (const [person, line] of lines) {
      if (points <= 0) break;
      const turn = nextOf(line);
      lines.delete(person);
      if (!turn) continue;
      line.turns.delete(turn);
      // Behind all others, where this loop meets the person again.
      if (line.turns.size) lines.set(person, line);
      points -= turn.points;
      turn.take();
    }
    schedule();
  }

  function schedule(): void {
    if (isScheduled || !lines.size) return;
    isScheduled = true;
    setTimeout(serve, tickMs);
  }

  function join(turn: Turn): void {
    const line = lines.get(turn.person) ?? { turns: new Set(), servesOldest: false };
    line.turns.add(turn);
    lines.set(turn.person, line);
    schedule();
  }

  /** Of a stream, which waits for one turn at a time. */
  return function createTurns() {
    let waiting: Turn | undefined;
    return {
      async take(person: string, price: number): Promise<void> {
        refill();
        if (points > 0 && !lines.size) {
          points -= price;
          return;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting = { person, points: price, take: resolve };
        join(waiting);
        await promise;
        waiting = undefined;
      },

      /** Ends the wait without using a turn. */
      cancel(): void {
        if (!waiting) return;
        leave(waiting);
        waiting.take();
      },
    };
  };
}

/** The turns of a stream, at the pace of the process. */
export const createTurns = createPace();
