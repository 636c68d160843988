export const exportLimits = {
  reading: 3,
  /** Open exports, each with a page in memory. At the limit, a new one ends the export that was unread longest. */
  open: 30,
  stalledMs: 30_000,
  unreadMs: 1_000,
};

export type OpenExport = {
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** Set while a page waits for the client. `end` cancels the export. */
  unread: { since: number; end(): void } | undefined;
  close(): void;
};

export function createOpenExports(limits = exportLimits) {
  const openOf = new Map<string, OpenExport>();
  const waiting: (() => void)[] = [];
  let reading = 0;

  /** FIFO. With one export per person, everyone gets an equal share. */
  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (reading < limits.reading) reading += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else reading -= 1;
    }
  }

  function endLongestUnread(): void {
    const unread = [...openOf.values()].flatMap((each) => each.unread ?? []);
    const [longest] = unread.sort((a, b) => a.since - b.since);
    if (longest && performance.now() - longest.since >= limits.unreadMs) longest.end();
  }

  /** Returns undefined if the person has an open export, or if there are too many. */
  return function open(person: string): OpenExport | undefined {
    if (openOf.has(person)) return undefined;
    if (openOf.size >= limits.open) endLongestUnread();
    if (openOf.size >= limits.open) return undefined;
    const close = () => {
      if (openOf.get(person) === opened) openOf.delete(person);
    };
    const opened: OpenExport = { turn, unread: undefined, close };
    openOf.set(person, opened);
    return opened;
  };
}
