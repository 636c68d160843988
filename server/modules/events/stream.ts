/**
 * The event stream of one viewer, in constant memory, filtered by their current permissions. A slow
 * reader gets fewer and coarser events; one that stops reading is disconnected.
 */
import { initContextCache } from '@pothos/core';
import type { SessionEnd } from '#server/auth/live-sessions.ts';
import { type Change, createChangeBuffer } from '#server/database/change-buffer.ts';
import { watchedTables } from '#server/database/tables.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import { canRead } from '#server/graphql/node.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { takeTurn } from './pace.ts';

/** Changed records that a stream queues. Beyond them it reports one change per table. */
const waitingRecords = 100;
/** Milliseconds after which the queue is reduced to one event per table, so that none is late. */
const backlogMilliseconds = 1_000;
/** Milliseconds that an event may stay unread before the connection is closed. */
const unreadMilliseconds = 10_000;
/** The same for the last event, when the server ends the stream. */
const goodbyeMilliseconds = 1_000;

export type RecordChange = { type: 'RecordChange' } & Exclude<Change, { id: null }>;
export type ManyRecordsChange = { type: 'ManyRecordsChange'; table: Change['table'] };
export type ViewerChange = { type: 'ViewerChange' };
export type SignedOut = { type: 'SignedOut'; code: SessionEnd };
export type StreamEvent = RecordChange | ManyRecordsChange | ViewerChange | SignedOut;

function eventOf(change: Change): RecordChange | ManyRecordsChange {
  if (change.id !== null) return { type: 'RecordChange', ...change };
  return { type: 'ManyRecordsChange', table: change.table };
}

/** Opens the event stream of a viewer. Events are produced only when they are read. */
export function openEventStream(
  context: Context,
  viewer: Viewer,
): AsyncIterableIterator<StreamEvent> {
  const scope = currentRequest();
  const closeConnection = scope?.closeConnection;
  const waiting = createChangeBuffer(waitingRecords);
  let hasUserChanged = false;
  let end: { code?: SessionEnd | undefined } | undefined;
  let isClosed = false;
  /** Resumes a read that waits for an event. */
  let wake: (() => void) | undefined;
  /** Cancels the wait for a turn, as the end of the stream needs none. */
  let cancelTurn: (() => void) | undefined;
  /** When the oldest queued change arrived. */
  let waitingSince = 0;
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;

  function close(): void {
    isClosed = true;
    cancelTurn?.();
    clearTimeout(timer);
    unsubscribe();
    watch.stop();
    waiting.clear();
    wake?.();
  }

  /** Reports that something is queued. If it is not read in time, the connection is closed. */
  function notify(): void {
    wake?.();
    if (isReading || isClosed || (timer && !end)) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        close();
        closeConnection?.();
      },
      end ? goodbyeMilliseconds : unreadMilliseconds,
    );
  }

  function finish(code?: SessionEnd): void {
    end ??= { code };
    cancelTurn?.();
    notify();
  }

  const watch = context.sessionWatch.watch(viewer, {
    onUserChange() {
      hasUserChanged = true;
      notify();
    },
    onEnd: finish,
  });
  const unsubscribe = context.changes.subscribe({
    onChanges(changes) {
      if (waiting.isEmpty) waitingSince = performance.now();
      for (const change of changes) {
        if (watchedTables.get(change.table)?.changes === 'streamed') waiting.add(change);
      }
      if (!waiting.isEmpty) notify();
    },
    onEnd: finish,
  });

  /** Puts the current viewer into the context, and drops the permissions cached for it. */
  async function renewContext(): Promise<boolean> {
    const current = await watch.current();
    // An event that could not be loaded says nothing about the next one.
    if (scope) scope.databaseFault = undefined;
    if (current) Object.assign(context, { viewer: current }, initContextCache());
    return current !== null;
  }

  /** The next change that the viewer may see; undefined if none is queued. */
  async function nextChange(): Promise<StreamEvent | undefined> {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      if (!(await renewContext())) return undefined;
      const entity = watchedTables.get(change.table);
      if (!entity || !canRead(entity, context)) continue;
      const { taken, cancel } = takeTurn();
      cancelTurn = cancel;
      await taken;
      cancelTurn = undefined;
      if (end || isClosed) return undefined;
      if (performance.now() - waitingSince > backlogMilliseconds) waiting.coarsen();
      // Permissions may have changed while waiting for a turn.
      if ((await renewContext()) && canRead(entity, context)) return eventOf(change);
    }
    return undefined;
  }

  async function read(): Promise<IteratorResult<StreamEvent, undefined>> {
    while (!isClosed) {
      if (end) {
        const { code } = end;
        close();
        if (code) return { done: false, value: { type: 'SignedOut', code } };
        break;
      }
      if (hasUserChanged) {
        hasUserChanged = false;
        if (await renewContext()) return { done: false, value: { type: 'ViewerChange' } };
        continue;
      }
      if (!waiting.isEmpty) {
        const event = await nextChange();
        if (event && !isClosed) return { done: false, value: event };
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return { done: true, value: undefined };
  }

  return {
    async next() {
      isReading = true;
      clearTimeout(timer);
      timer = undefined;
      try {
        return await read();
      } finally {
        isReading = false;
        // Changes that arrived meanwhile wait for the next read.
        if (!isClosed && (end || hasUserChanged || !waiting.isEmpty)) notify();
      }
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
