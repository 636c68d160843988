/** Who sent the current request, what it does and has used, available to every call it makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestSlot } from '@atrium/fair-admission';
import type { Span } from '@opentelemetry/api';

type Identity = {
  user: { id: string };
  session: { id: string; impersonatedBy?: string | null | undefined } | null;
  accessToken: { id: string } | null;
};

export type RequestContext = {
  readonly requestId: string;
  /** IP address. */
  client?: string | undefined;
  viewer?: Identity | null | undefined;
  /** Name or type of the GraphQL operation. */
  operation?: string | undefined;
  /** Price of the operation. */
  points?: number | undefined;
  readonly database: DatabaseUse;
  slot?: RequestSlot | undefined;
  requestSpan?: Span | undefined;
};

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequest<T>(requestId: string, work: (context: RequestContext) => T): T {
  const context: RequestContext = { requestId, database: new DatabaseUse() };
  return storage.run(context, () => work(context));
}

/** Runs `work` without the request's bounds, so that a write isn't aborted halfway. */
export function withoutBounds<T>(work: () => Promise<T>): Promise<T> {
  return storage.getStore()?.database.withoutBounds(work) ?? work();
}

export function noteViewer(viewer: Identity | null): void {
  const context = storage.getStore();
  if (context) context.viewer = viewer;
}

/** IDs of who sent the request, as logs name them. The audit log does, too. */
export function idsOf({ viewer }: Pick<RequestContext, 'viewer'>) {
  return {
    viewerId: viewer?.user.id,
    impersonatorId: viewer?.session?.impersonatedBy ?? undefined,
    sessionId: viewer?.session?.id,
    tokenId: viewer?.accessToken?.id,
  };
}

/** Runs `work` without the request's context, so that its limits don't apply. */
export function outsideRequest<T>(work: () => T): T {
  return storage.exit(work);
}

export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** `unreachable`: no answer in time. `readOnly`: reads work, writes fail. */
export type DatabaseFault = 'unreachable' | 'readOnly';

/** `deadline` is a `performance.now()`. */
type Bounds = { readonly statements: number; readonly deadline: number };

/** Maximum concurrent connections per request. A page of the web client sends five queries. */
const maxConnections = 4;

/** How a request has used the database, and how much more it may. */
export class DatabaseUse {
  statements = 0;
  /** Set when the database was unusable. */
  fault?: DatabaseFault | undefined;
  /** Unlimited if unset. */
  bounds?: Bounds | undefined;
  exceeded?: 'statements' | 'time' | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Counts a statement. @throws if it isn't within the bounds */
  count(): void {
    const { statements = Infinity, deadline = Infinity } = this.bounds ?? {};
    if (this.statements >= statements) this.exceeded = 'statements';
    else if (performance.now() >= deadline) this.exceeded = 'time';
    if (this.exceeded) throw new Error(`The request reached its bound of ${this.exceeded}.`);
    this.statements += 1;
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
