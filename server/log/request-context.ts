/** Who sent the current request, what it does and has used, available to every call it makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestSlot } from '@atrium/fair-admission/request-slot';
import { DatabaseUse } from './database-use.ts';
import type { Span } from './span.ts';

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
  span?: Span | undefined;
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

/** IDs of who sent the request, as logs and the audit log name them. */
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
