/**
 * Event stream of one viewer, in constant memory, filtered by current permissions. Slow readers get fewer and coarser
 * events; readers that stop are disconnected.
 */

import { initContextCache } from '@pothos/core';
import type { ExecutionResult } from 'graphql';
import type { SessionEnd } from '#server/auth/live-events/live-sessions.ts';
import { withoutDisabledOrganizations } from '#server/auth/viewer.ts';
import { type Change, createChangeBuffer } from '#server/database/changes/change-buffer.ts';
import { watchedTables } from '#server/database/tables.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import type { EventOperation, EventSource } from '#server/graphql/live-events/subscription.ts';
import { canReceiveChange, createUntilNextChange } from './changed-record.ts';

export type RecordChange = { type: 'RecordChange' } & Exclude<Change, { id: null }>;
export type ManyRecordsChange = { type: 'ManyRecordsChange'; table: Change['table'] };
export type ViewerChange = { type: 'ViewerChange' };
export type SignedOut = { type: 'SignedOut'; code: SessionEnd };

type Event = RecordChange | ManyRecordsChange | ViewerChange | SignedOut;

function eventOf(change: Change): RecordChange | ManyRecordsChange {
  if (change.id !== null) return { type: 'RecordChange', ...change };
  return { type: 'ManyRecordsChange', table: change.table };
}

/** Equal for changes that lead to the same event. */
const nameOf = (change: Change) =>
  change.id === null ? `many:${change.table}` : `${change.kind}:${change.id}`;

/** Streams resumed per turn of the event loop: about 2 ms. */
const streamsPerTurn = 50;

const waitingStreams: (() => void)[] = [];
let freeTurns = streamsPerTurn;

function deliver(): void {
  freeTurns = streamsPerTurn;
  for (const next of waitingStreams.splice(0, streamsPerTurn)) {
    freeTurns -= 1;
    next();
  }
  if (freeTurns < streamsPerTurn) setImmediate(deliver);
}

/** Waits until a stream may send its next event, so that events of many streams leave time for requests. */
function takeDelivery(): Promise<void> | void {
  if (freeTurns === streamsPerTurn) setImmediate(deliver);
  if (freeTurns > 0 && !waitingStreams.length) {
    freeTurns -= 1;
    return;
  }
  return new Promise((resolve) => waitingStreams.push(resolve));
}

/** Closes the connection if an event stays unread this long. */
const maxUnreadMs = 10_000;
/** Same for the last event, when the server ends the stream. Clients that understand it disconnect before. */
const goodbyeMs = 1_000;

/** Calls `disconnect` unless the client reads in time. */
function createReadTimeout(disconnect: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    isRunning: () => timer !== undefined,

    start(milliseconds: number): void {
      clearTimeout(timer);
      timer = setTimeout(disconnect, milliseconds);
    },

    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Changed records queued per stream. Beyond this, it reports one change per table. */
const waitingRecords = 100;
/** Older queues are reduced to one event per table, so events don't lag. */
const maxBacklogMs = 1_000;
/** Changes of the viewer within this time are told in one event, which executes what the document selects of them. */
const viewerPauseMs = 1_000;

/** What an event tells of a change is the same for every stream with the same document. */
const once = createUntilNextChange<ExecutionResult>();

export function createEventSource(context: Context, viewer: Viewer): EventSource {
  return {
    open: (operation) => openEventStream({ ...context, viewer }, operation),
    [Symbol.asyncIterator]() {
      throw new Error('The stream is opened with its operation.');
    },
  };
}

function openEventStream(
  context: Context & { viewer: Viewer },
  operation: EventOperation,
): AsyncIterableIterator<ExecutionResult> {
  const waiting = createChangeBuffer(waitingRecords);
  let hasUserChanged = false;
  let end: { code?: SessionEnd | undefined } | undefined;
  let isClosed = false;
  let wake: (() => void) | undefined;
  let viewerPause: NodeJS.Timeout | undefined;
  let waitingSince = 0;
  let isReading = false;
  let goodbye: PromiseWithResolvers<void> | undefined;
  const timeout = createReadTimeout(() => {
    close();
    context.disconnect();
  });

  function close(): void {
    isClosed = true;
    clearTimeout(viewerPause);
    timeout.stop();
    unsubscribe();
    watch.stop();
    waiting.clear();
    wake?.();
  }

  function notify(): void {
    wake?.();
    if (isReading || isClosed || (timeout.isRunning() && !end)) return;
    timeout.start(end ? goodbyeMs : maxUnreadMs);
  }

  function finish(code?: SessionEnd): void {
    end ??= { code };
    notify();
  }

  const watch = context.sessionWatch.watch(context.viewer, {
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

  async function renewViewer(): Promise<boolean> {
    const viewer = await watch.current();
    // A failed load says nothing about the next event.
    context.requestContext.database.fault = undefined;
    const allowed = withoutDisabledOrganizations(viewer, context.settings);
    if (allowed) context.viewer = allowed;
    return allowed !== null && !isClosed;
  }

  async function mayReceive(change: Change): Promise<boolean> {
    const entity = watchedTables.get(change.table);
    if (!entity || !(await renewViewer())) return false;
    return canReceiveChange(change, entity, context);
  }

  const isOver = () => end !== undefined || isClosed;

  const execute = (event: Event) => operation.execute(event, { ...context, ...initContextCache() });

  async function resultOfChange(change: Change): Promise<ExecutionResult | undefined> {
    if (!(await mayReceive(change))) return undefined;
    const key = `${nameOf(change)} ${operation.key}`;
    return once(context.changes, key, () => execute(eventOf(change)));
  }

  async function nextResult(): Promise<ExecutionResult | undefined> {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      await takeDelivery();
      if (performance.now() - waitingSince > maxBacklogMs) waiting.coarsen();
      const result = isOver() ? undefined : await resultOfChange(change);
      if (isOver()) return undefined;
      if (result) return result;
    }
    return undefined;
  }

  async function read(): Promise<IteratorResult<ExecutionResult, undefined>> {
    while (!isClosed) {
      if (end) {
        const { code } = end;
        close();
        if (!code) break;
        goodbye = Promise.withResolvers();
        setTimeout(goodbye.resolve, goodbyeMs);
        return { done: false, value: await execute({ type: 'SignedOut', code }) };
      }
      if (hasUserChanged && !viewerPause) {
        await takeDelivery();
        hasUserChanged = false;
        if (isOver() || !(await renewViewer())) continue;
        viewerPause = setTimeout(() => {
          viewerPause = undefined;
          if (hasUserChanged) notify();
        }, viewerPauseMs);
        return { done: false, value: await execute({ type: 'ViewerChange' }) };
      }
      if (!waiting.isEmpty) {
        const result = await nextResult();
        if (result && !isClosed) return { done: false, value: result };
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
      timeout.stop();
      try {
        await goodbye?.promise;
        return await read();
      } finally {
        isReading = false;
        // Changes that arrived during the read wait for the next one.
        if (!isClosed && (end || hasUserChanged || !waiting.isEmpty)) notify();
      }
    },
    async return() {
      goodbye?.resolve();
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
