/**
 * Keeps the sessions of open event streams current. After a change to a session, its user or its
 * manager, the next event waits until the session was reread.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { rightsOf, type Viewer } from '#server/auth/viewer.ts';
import type { Change } from '#server/database/changes/change-buffer.ts';
import type { Changes } from '#server/database/changes/changes.ts';
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import { outsideRequest } from '#server/log/request-context.ts';
import { rereadSessions, type SessionEnd } from './live-sessions.ts';

/** Even without a change. */
const rereadIntervalMs = 30_000;
/** Above this number of sessions, they are reread at most every `manySessionsIntervalMs`. */
const manySessions = 100;
const manySessionsIntervalMs = 200;
const expiryCheckIntervalMs = 500;

const viewerTables: ReadonlySet<string> = new Set(['user', 'session', 'access_token']);

type Listener = {
  onUserChange(): void;
  /** The session has ended. Without a reason, it couldn't be read. */
  onEnd(reason?: SessionEnd): void;
};

/**
 * Stale if marked since the last reread started: `read` is the value of `marked` at that time.
 * `hasNewAccessTokens` if one of the user changed, since they aren't read here.
 */
type Watched = Listener & {
  viewer: Viewer;
  marked: number;
  read: number;
  hasNewAccessTokens: boolean;
};

const isStale = ({ marked, read }: Watched) => read < marked;

type SessionWatchDeps = { database: Database; changes: Changes; log: Log };

const shownFields = ['name', 'email', 'role', 'language', 'onboardedAt', 'memberships'] as const;

function isSameViewer(before: Viewer, after: Viewer): boolean {
  const isSame = (field: (typeof shownFields)[number]) =>
    String(before.user[field] ?? '') === String(after.user[field] ?? '');
  return shownFields.every(isSame) && rightsOf(before) === rightsOf(after);
}

export function createSessionWatch({ database, changes, log }: SessionWatchDeps) {
  const watched = new Set<Watched>();
  let unsubscribe: (() => void) | undefined;
  let timers: NodeJS.Timeout[] = [];
  let rereading: Promise<void> | undefined;

  function end(each: Watched, reason?: SessionEnd): void {
    if (watched.delete(each)) each.onEnd(reason);
    if (!watched.size) sleep();
  }

  function renew(each: Watched, viewer: Viewer): void {
    const isSame = !each.hasNewAccessTokens && isSameViewer(each.viewer, viewer);
    each.viewer = viewer;
    each.hasNewAccessTokens = false;
    if (!isSame) each.onUserChange();
  }

  async function reread(): Promise<void> {
    if (watched.size > manySessions) await pause(manySessionsIntervalMs);
    const stale = [...watched].filter(isStale);
    const marks = stale.map(({ marked }) => marked);
    try {
      const answers = await outsideRequest(() =>
        rereadSessions(
          database,
          stale.map(({ viewer }) => viewer),
        ),
      );
      stale.forEach((each, index) => {
        const answer = answers[index];
        each.read = marks[index] ?? each.read;
        if (typeof answer === 'object') renew(each, answer);
        else end(each, answer);
      });
    } catch (error) {
      log.warn({ err: error }, 'sessions.unreadable');
      for (const each of stale) end(each);
    }
  }

  function rereadOnce(): Promise<void> {
    rereading ??= reread().finally(() => {
      rereading = undefined;
    });
    return rereading;
  }

  async function refresh(): Promise<void> {
    while ([...watched].some(isStale)) await rereadOnce();
  }

  function markStale(isConcerned: (each: Watched) => boolean): void {
    let isAny = false;
    for (const each of watched) {
      if (!isConcerned(each)) continue;
      each.marked += 1;
      isAny = true;
    }
    if (isAny) void refresh();
  }

  function onChanges(batch: readonly Change[]): void {
    const concerning = batch.filter(({ table }) => viewerTables.has(table));
    const ids = new Set(concerning.map(({ id }) => id));
    if (!ids.size) return;
    const withTokens = concerning.filter((change) => change.id !== null && change.accessTokens);
    const ownersOfAccessTokens = new Set(withTokens.map(({ id }) => id));
    for (const each of watched)
      each.hasNewAccessTokens ||= ownersOfAccessTokens.has(each.viewer.user.id);
    markStale(({ viewer: { session, accessToken, user } }) => {
      const isOwn = [null, (session ?? accessToken)?.id ?? '', user.id].some((id) => ids.has(id));
      return isOwn || (session?.impersonatedBy != null && ids.has(session.impersonatedBy));
    });
  }

  function onEnd(): void {
    unsubscribe = undefined;
    for (const each of [...watched]) end(each);
  }

  function wake(): void {
    unsubscribe ??= changes.subscribe({ onChanges, onEnd });
    if (timers.length || !watched.size) return;
    const isOver = ({ viewer: { session, accessToken } }: Watched) => {
      const end = (session ?? accessToken)?.expiresAt;
      return end != null && new Date(end) <= new Date();
    };
    timers = [
      setInterval(() => markStale(isOver), expiryCheckIntervalMs),
      setInterval(() => markStale(() => true), rereadIntervalMs),
    ];
    for (const timer of timers) timer.unref();
  }

  function sleep(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    unsubscribe?.();
    unsubscribe = undefined;
  }

  return {
    watch(viewer: Viewer, listener: Listener) {
      const each: Watched = { ...listener, viewer, marked: 1, read: 0, hasNewAccessTokens: false };
      watched.add(each);
      wake();
      void refresh();
      return {
        async current(): Promise<Viewer | null> {
          // Wait for this session only, since others may keep becoming stale.
          while (watched.has(each) && isStale(each)) await rereadOnce();
          return watched.has(each) ? each.viewer : null;
        },
        stop(): void {
          watched.delete(each);
          if (!watched.size) sleep();
        },
      };
    },
  };
}

export type SessionWatch = ReturnType<typeof createSessionWatch>;
