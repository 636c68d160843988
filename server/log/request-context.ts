/** The current request's ID, limits and log details, available to every call it makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestSlot } from '@atrium/fair-admission/request-slot';
import type { Span } from './span.ts';

/** `unreachable`: no answer in time. `readOnly`: reads work, writes fail. */
export type DatabaseFault = 'unreachable' | 'readOnly';

export type RequestContext = {
  readonly requestId: string;
  requestSpan?: Span | undefined;
  statementMilliseconds: number;
  showsTiming?: boolean | undefined;
  statements: number;
  /** Set by the database client when the database was unusable, for the log. */
  databaseFault?: DatabaseFault | undefined;
  /** Limits on database use; unlimited if unset. `deadline` is a `performance.now()`. */
  bounds?: { readonly statements: number; readonly deadline: number } | undefined;
  /** Running statements, and callbacks that start the waiting ones. */
  running: number;
  readonly waiting: (() => void)[];
  exceeded?: 'statements' | 'time' | undefined;
  slot?: RequestSlot | undefined;
  client?: string | undefined;
  /** Closes the connection of a client that stopped reading. */
  closeConnection?: (() => void) | undefined;
  operation?: string | undefined;
  points?: number | undefined;
  viewerId?: string | undefined;
  impersonatorId?: string | undefined;
  sessionId?: string | undefined;
  tokenId?: string | undefined;
};

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequest<T>(requestId: string, work: (context: RequestContext) => T): T {
  const context: RequestContext = {
    requestId,
    statements: 0,
    statementMilliseconds: 0,
    running: 0,
    waiting: [],
  };
  return storage.run(context, () => work(context));
}

/** Runs `work` without the request's bounds, so that a write isn't aborted halfway. */
export async function withoutBounds<T>(work: () => Promise<T>): Promise<T> {
  const context = storage.getStore();
  if (!context) return work();
  const { bounds } = context;
  context.bounds = undefined;
  try {
    return await work();
  } finally {
    context.bounds = bounds;
  }
}

type Identity = {
  user: { id: string };
  session: { id: string; impersonatedBy?: string | null | undefined } | null;
  accessToken: { id: string } | null;
};

export function noteViewer(viewer: Identity | null): void {
  const context = storage.getStore();
  if (!context) return;
  context.viewerId = viewer?.user.id;
  context.impersonatorId = viewer?.session?.impersonatedBy ?? undefined;
  context.sessionId = viewer?.session?.id;
  context.tokenId = viewer?.accessToken?.id;
}

/** Runs `work` without the request's context, so that its limits don't apply. */
export function outsideRequest<T>(work: () => T): T {
  return storage.exit(work);
}

export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
