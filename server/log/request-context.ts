/**
 * What belongs to the request at hand and is needed too far down to be handed along: its id, for
 * logs and errors, and how often it asked the database.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LimitFunction } from 'p-limit';
import type { DatabaseFault } from '#server/database/fault.ts';
import type { RequestSlot } from '#server/http/request-slot.ts';

/** The mails that one network has asked for, which take turns with those of other networks. */
export type MailQueue = {
  name: string;
  /** How many mails the network has asked for lately. */
  recentMails: number;
  /** How many may wait. */
  capacity: number;
};

export type RequestContext = {
  readonly requestId: string;
  /** SQL statements sent so far. */
  statements: number;
  /** Set by the database client when the database could not be used, for the log. */
  databaseFault?: DatabaseFault | undefined;
  /** What the request may use of the database; unset, it is not bounded. */
  bounds?: { readonly statements: number; readonly deadline: number } | undefined;
  /** Runs a few of the request's statements at a time. */
  statementLimit?: LimitFunction | undefined;
  /** Set when a statement was refused because the request had reached this bound. */
  exceeded?: 'statements' | 'time' | undefined;
  /** Set when a server of others that was needed could not be used. */
  outboundUnavailable?: boolean | undefined;
  /** The place at work that this request holds. */
  slot?: RequestSlot | undefined;
  /** The client's address. */
  client?: string | undefined;
  /** Closes the connection of a client that no longer reads what it is sent. */
  closeConnection?: (() => void) | undefined;
  /** The name of the GraphQL operation, for the log. */
  operation?: string | undefined;
  /** The id of the signed-in person, for the log. */
  viewerId?: string | undefined;
  /** The id of the manager who acts as that person, for the log. */
  impersonatorId?: string | undefined;
  /** The browser whose code is being entered: other browsers' codes are not found. */
  codeBrowser?: string | undefined;
  /** The queue of the mails that the request causes. */
  mailQueue?: MailQueue | undefined;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` as the request `requestId`. */
export function runInRequest<T>(requestId: string, work: (scope: RequestContext) => T): T {
  const scope: RequestContext = { requestId, statements: 0 };
  return storage.run(scope, () => work(scope));
}

/** Finishes `work` whatever the request's bounds: a write must not stop half way. */
export async function withoutBounds<T>(work: () => Promise<T>): Promise<T> {
  const scope = storage.getStore();
  if (!scope) return work();
  const { bounds } = scope;
  scope.bounds = undefined;
  try {
    return await work();
  } finally {
    scope.bounds = bounds;
  }
}

/** Runs `work` for no request: what it meets is not noted in the one during which it was started. */
export function outsideRequest<T>(work: () => T): T {
  return storage.exit(work);
}

/** The request at hand, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
