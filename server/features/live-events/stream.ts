/**
 * The event stream of a viewer: what changed, filtered by their current permissions. It keeps few changes, so that slow
 * readers get coarser events. Readers that stop are disconnected.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { initContextCache } from '@pothos/core';
import { withoutDisabledOrganizations } from '#server/auth/viewer.ts';
import { addChange, type Change, type WaitingChanges } from '#server/database/changes.ts';
import { delegateOf } from '#server/database/client.ts';
import { matches, selectFor } from '#server/database/conditions.ts';
import type { Entity } from '#server/database/entity.ts';
import { watchedTables } from '#server/entities.ts';
import { visibleTo } from '#server/graphql/building/visible-records.ts';
import {
  type Context,
  type Viewer,
  viewerCan,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { outsideRequest } from '#server/log/request-context.ts';
import type { SessionEnd } from './session-watch.ts';
import type { EventOperation, EventSource } from './subscription.ts';

export type ViewerChange = { type: 'ViewerChange' };
export type SignedOut = { type: 'SignedOut'; code: SessionEnd };
export type Event = Change | ViewerChange | SignedOut;

/** Changes that wait for a stream. Beyond this, it reports one change per table. */
const waitingChanges = 20;
/** Closes the connection if an event stays unread this long. */
const maxUnreadMs = 10_000;
/** Same after the last event of a session. Clients that understand it disconnect before. */
const goodbyeMs = 1_000;
/** Changes of the viewer within this time are told in one event, which executes what the document selects of them. */
const viewerPauseMs = 1_000;
/** Interval of comments that keep proxies from closing idle connections. */
const pingMs = 12_000;

const comment = ':\n\n';

const isMemberSomewhere = (context: Context) => viewerOrganizations(context).length > 0;

/** Whether the viewer may receive a change. A deleted record must be visible by its ID and organization alone. */
export async function canReceiveChange(
  change: Change,
  { model, readPermission, isOfOrganizations }: Entity,
  context: Context,
): Promise<boolean> {
  if (readPermission === undefined && (change.id === null || !isOfOrganizations)) return false;
  const mayRead = readPermission !== undefined && viewerCan(context, readPermission);
  if (change.id === null) return mayRead || isMemberSomewhere(context);
  if (!mayRead && !isOfOrganizations) return false;
  const { id, kind, organizationId } = change;
  const visible = visibleTo(model, context);
  const known = matches(visible, { id, ...(organizationId !== undefined && { organizationId }) });
  if (known !== undefined || kind === 'delete') return known === true;
  const query = { where: { id }, select: selectFor(visible) };
  // Outside of their requests, several streams read the record with one statement.
  const record = await outsideRequest(() => delegateOf(context.database, model).findUnique(query));
  return record !== null && matches(visible, record) === true;
}

export function createEventSource(context: Context, viewer: Viewer): EventSource {
  return {
    start: (outgoing, operation) =>
      startStream({ ...context, ...initContextCache(), viewer }, outgoing, operation),
    // Yoga asks for an iterator, and never reads it.
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
  };
}

function startStream(
  context: Context & { viewer: Viewer },
  outgoing: ServerResponse,
  operation: EventOperation,
): void {
  const waiting: WaitingChanges = new Map();
  let hasViewerChanged = false;
  let isTelling = false;
  let end: { code?: SessionEnd | undefined } | undefined;
  let isClosed = false;
  let viewerPause: NodeJS.Timeout | undefined;
  let unread: NodeJS.Timeout | undefined;
  const wake = AsyncLocalStorage.bind(() => void tell());

  function finish(code?: SessionEnd): void {
    end ??= { code };
    wake();
  }

  const watch = context.sessionWatch.watch(context.viewer, {
    onUserChange() {
      hasViewerChanged = true;
      wake();
    },
    onEnd: finish,
  });
  const unsubscribe = context.changes.subscribe({
    onChanges(batch) {
      for (const change of batch) {
        const isStreamed = watchedTables.get(change.table)?.liveEvents === 'streamed';
        if (isStreamed) addChange(waiting, change, waitingChanges);
      }
      if (waiting.size > 0) wake();
    },
    onEnd: finish,
  });
  const ping = setInterval(() => {
    if (!outgoing.writableNeedDrain) write(comment);
  }, pingMs).unref();

  function write(bytes: Uint8Array | string): void {
    if (!outgoing.write(bytes)) unread ??= setTimeout(() => outgoing.destroy(), maxUnreadMs);
  }

  function close(): void {
    isClosed = true;
    clearInterval(ping);
    clearTimeout(viewerPause);
    clearTimeout(unread);
    unsubscribe();
    watch.stop();
  }

  const execute = (event: Event) =>
    operation.messageOf(event, { ...context, ...initContextCache() });

  async function send(message: Promise<Uint8Array>): Promise<void> {
    const bytes = await message;
    if (!end && !isClosed) write(bytes);
  }

  async function renewViewer(): Promise<boolean> {
    const viewer = withoutDisabledOrganizations(await watch.current(), context.settings);
    // A failed load says nothing about the next event.
    context.requestContext.database.fault = undefined;
    if (viewer) context.viewer = viewer;
    return viewer !== null;
  }

  async function tellViewer(): Promise<void> {
    hasViewerChanged = false;
    if (!(await renewViewer()) || isClosed) return;
    viewerPause = setTimeout(() => {
      viewerPause = undefined;
      if (hasViewerChanged) wake();
    }, viewerPauseMs);
    await send(execute({ type: 'ViewerChange' }));
  }

  async function tellChange(change: Change): Promise<void> {
    waiting.delete(change.id ?? change.table);
    const entity = watchedTables.get(change.table);
    if (!entity || !(await renewViewer())) return;
    if (await canReceiveChange(change, entity, context)) {
      await send(operation.shared(change, () => execute(change)));
    }
  }

  async function leave(code: SessionEnd | undefined): Promise<void> {
    close();
    // Without the last chunk and `complete`, clients take this for a lost connection and reconnect.
    setTimeout(() => outgoing.destroy(), code ? goodbyeMs : 0);
    if (code) outgoing.write(await execute({ type: 'SignedOut', code }));
  }

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    try {
      while (!isClosed && !outgoing.writableNeedDrain) {
        const [change] = waiting.values();
        if (end) await leave(end.code);
        else if (hasViewerChanged && !viewerPause) await tellViewer();
        else if (change) await tellChange(change);
        else break;
      }
    } catch {
      outgoing.destroy();
    } finally {
      isTelling = false;
    }
  }

  outgoing.once('close', close).on('drain', () => {
    clearTimeout(unread);
    unread = undefined;
    wake();
  });
  // Some browsers deliver the headers only with the first byte.
  outgoing.write(comment);
}
