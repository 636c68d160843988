/**
 * Event stream of one viewer, in constant memory, filtered by current permissions. Slow readers get fewer and coarser
 * events; readers that stop are disconnected.
 */

import { initContextCache } from '@pothos/core';
import type { ExecutionResult } from 'graphql';
import type { SessionEnd } from '#server/auth/live-events/live-sessions.ts';
import { withoutDisabledOrganizations } from '#server/auth/memberships.ts';
import { type Change, createChangeBuffer } from '#server/database/changes/change-buffer.ts';
import { watchedTables } from '#server/database/tables.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import type { EventOperation, EventSource } from '#server/graphql/live-events/subscription.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { canReceiveChange } from './changed-record.ts';
import { takeDelivery } from './delivery.ts';
import { type Event, eventOf, nameOf } from './event-types.ts';
import { createReadTimeout, goodbyeMs, maxUnreadMs } from './read-timeout.ts';
import { createUntilNextChange } from './until-next-change.ts';

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
  const scope = currentRequest();
  const closeConnection = scope?.closeConnection;
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
    closeConnection?.();
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
    if (scope) scope.databaseFault = undefined;
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
