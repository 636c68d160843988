/** `unreachable`: no answer in time. `readOnly`: reads work, writes fail. */
export type DatabaseFault = 'unreachable' | 'readOnly';

/** `deadline` is a `performance.now()`. */
type Bounds = { readonly statements: number; readonly deadline: number };

/** Maximum concurrent connections per request. A page of the web client sends five queries. */
const maxConnections = 4;

/** How a request has used the database, and how much more it may. */
export class DatabaseUse {
  statements = 0;
  milliseconds = 0;
  /** Set when the database was unusable. */
  fault?: DatabaseFault | undefined;
  /** Unlimited if unset. */
  bounds?: Bounds | undefined;
  exceeded?: 'statements' | 'time' | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Counts a statement and its time.
   *
   * @throws if it isn't within the bounds
   */
  count<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#requireWithinBounds();
    this.statements += 1;
    const begin = performance.now();
    return run().finally(() => {
      this.milliseconds += performance.now() - begin;
    });
  }

  #requireWithinBounds(): void {
    if (!this.bounds) return;
    if (this.statements >= this.bounds.statements) this.exceeded = 'statements';
    else if (performance.now() >= this.bounds.deadline) this.exceeded = 'time';
    if (this.exceeded) throw new Error(`The request reached its bound of ${this.exceeded}.`);
  }

  /**
   * Keeps a request with a hundred statements from taking every connection. A finished statement hands its place to the
   * one that has waited longest.
   */
  async inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#running >= maxConnections) {
      await new Promise<void>((start) => this.#waiting.push(start));
    } else this.#running += 1;
    try {
      return await run();
    } finally {
      const startNext = this.#waiting.shift();
      if (startNext) startNext();
      else this.#running -= 1;
    }
  }

  async withoutBounds<Result>(work: () => Promise<Result>): Promise<Result> {
    const { bounds } = this;
    this.bounds = undefined;
    try {
      return await work();
    } finally {
      this.bounds = bounds;
    }
  }
}
