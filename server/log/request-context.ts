/** The current request's ID, limits and details for the log, available in every call it makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseFault } from '#server/database/fault.ts';
import type { RequestSlot } from '#server/http/request-slot.ts';
import type { Span } from './span.ts';

/** The mails that one network requested, which take turns with those of other networks. */
export type MailQueue = {
  name: string;
  /** Mails that the network requested lately. */
  recentMails: number;
  /** Mails that may be queued. */
  capacity: number;
};

export type RequestContext = {
  readonly requestId: string;
  /** Where traces are sent: the span that contains what begins next. */
  span?: Span | undefined;
  /** Milliseconds that statements took, added up. */
  statementMilliseconds: number;
  /** Whether the response tells how long its parts took. */
  showsTiming?: boolean | undefined;
  /** SQL statements sent so far. */
  statements: number;
  /** Set by the database client when the database could not be used, for the log. */
  databaseFault?: DatabaseFault | undefined;
  /** Whether standbys of the database may answer its reads. */
  readsReplicas?: boolean | undefined;
  /** Whether it has run a mutation. */
  hasChanged?: boolean | undefined;
  /** Limits on database use; unset, there are none. */
  bounds?: { readonly statements: number; readonly deadline: number } | undefined;
  /** Statements that run, and how to start those that wait for one of them to end. */
  running: number;
  readonly waiting: (() => void)[];
  /** The exceeded bound, once a statement was rejected. */
  exceeded?: 'statements' | 'time' | undefined;
  /** Set when an external service was unavailable. */
  outboundUnavailable?: boolean | undefined;
  /** The request's admission slot. */
  slot?: RequestSlot | undefined;
  /** The client's address. */
  client?: string | undefined;
  /** Closes the connection, for clients that stopped reading. */
  closeConnection?: (() => void) | undefined;
  /** The name of the GraphQL operation, for the log. */
  operation?: string | undefined;
  /** Points of the GraphQL operation, for the log. */
  points?: number | undefined;
  /** The viewer's ID, for the log. */
  viewerId?: string | undefined;
  /** The ID of the manager who impersonates the viewer, for the log. */
  impersonatorId?: string | undefined;
  /** The browser that enters a code. Codes requested by other browsers are not found. */
  codeBrowser?: string | undefined;
  /** The queue of mails that the request sends. */
  mailQueue?: MailQueue | undefined;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in a new context for the request `requestId`. */
export function runInRequest<T>(requestId: string, work: (context: RequestContext) => T): T {
  const context: RequestContext = {
    requestId,
    ...{ statements: 0, statementMilliseconds: 0, running: 0, waiting: [] },
  };
  return storage.run(context, () => work(context));
}

/** Runs `work` without the request's bounds, so that a write is not aborted halfway. */
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

/** Runs `work` outside of the current request's context. */
export function outsideRequest<T>(work: () => T): T {
  return storage.exit(work);
}

/** The current request's context; undefined outside of a request. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
