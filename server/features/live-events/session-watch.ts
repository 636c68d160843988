/**
 * Keeps the sessions of open event streams current, which send no new requests. After a change to a session, its user or
 * its manager, the next event waits until the session was reread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readSessions } from '#server/auth/sessions/session-store.ts';
import { bannedUsers, rightsOf, type Viewer } from '#server/auth/viewer.ts';
import { type Change, type Changes, subscribersPerTurn } from '#server/database/changes.ts';
import type { Database } from '#server/database/client.ts';
import {
  type AccessTokenEnd,
  readTokenViewers,
} from '#server/features/access-token/token-reader.ts';
import type { Log } from '#server/log/log.ts';
import { outsideRequest } from '#server/log/request-context.ts';

export type SessionEnd = 'BANNED_USER' | 'SESSION_EXPIRED' | AccessTokenEnd;

/** Even without a change. */
const rereadIntervalMs = 30_000;
const expiryCheckIntervalMs = 500;

const viewerTables: ReadonlySet<string> = new Set(['user', 'session', 'access_token']);

type Listener = {
  onUserChange(): void;
  /** The session has ended. Without a reason, it couldn't be read. */
  onEnd(reason?: SessionEnd): void;
};

type Watched = Listener & {
  viewer: Viewer;
  isStale: boolean;
  /** The user's row has changed. It notifies of changes of their access tokens, too. */
  isChanged: boolean;
};

type SessionWatchDeps = { database: Database; changes: Changes; log: Log };

/** The viewers as they are now, or why their sessions ended. */
async function readCurrent(
  database: Database,
  viewers: readonly Viewer[],
): Promise<(Viewer | SessionEnd)[]> {
  const hashes = viewers.flatMap(({ accessToken }) => accessToken?.hash ?? []);
  const tokens = await readTokenViewers(database, hashes);
  const ids = viewers.flatMap(({ session }) => session?.id ?? []);
  const sessions = await readSessions(database, ids);
  // Asked of all, since a ban also deletes the sessions.
  const userIds = viewers.map(({ user }) => user.id);
  const where = { id: { in: userIds }, ...bannedUsers() };
  const banned = await database.user.findMany({ where, select: { id: true } });
  return viewers.map(({ session, accessToken, user }) => {
    if (banned.some(({ id }) => id === user.id)) return 'BANNED_USER';
    return accessToken
      ? (tokens.get(accessToken.hash) ?? 'INVALID_TOKEN')
      : (sessions.get(session?.id ?? '') ?? 'SESSION_EXPIRED');
  });
}

/** Equal for viewers that clients are shown alike. */
const shownOf = (viewer: Viewer) => {
  const { name, email, language, onboardedAt, memberships } = viewer.user;
  return JSON.stringify([name, email, language, onboardedAt, memberships, rightsOf(viewer)]);
};

function isOver({ session, accessToken }: Viewer): boolean {
  const end = (session ?? accessToken)?.expiresAt;
  return end != null && new Date(end) <= new Date();
}

export function createSessionWatch({ database, changes, log }: SessionWatchDeps) {
  const watched = new Set<Watched>();
  let unsubscribe: (() => void) | undefined;
  let timers: NodeJS.Timeout[] = [];
  /** Settles when sessions that are stale now have been reread. */
  let current = Promise.resolve();

  function stop(each: Watched): boolean {
    const wasWatched = watched.delete(each);
    if (watched.size === 0) sleep();
    return wasWatched;
  }

  function end(each: Watched, reason?: SessionEnd): void {
    if (stop(each)) each.onEnd(reason);
  }

  async function reread(): Promise<void> {
    const stale = [...watched].filter(({ isStale }) => isStale);
    if (stale.length === 0) return;
    const changed = new Set(stale.filter(({ isChanged }) => isChanged));
    for (const each of stale) Object.assign(each, { isStale: false, isChanged: false });
    try {
      const viewers = stale.map(({ viewer }) => viewer);
      const current = await outsideRequest(() => readCurrent(database, viewers));
      for (const [index, each] of stale.entries()) {
        if (index % subscribersPerTurn === subscribersPerTurn - 1) await nextTurn();
        const viewer = current[index] ?? 'SESSION_EXPIRED';
        if (typeof viewer === 'string') {
          end(each, viewer);
          continue;
        }
        const isTold = changed.has(each) || shownOf(each.viewer) !== shownOf(viewer);
        each.viewer = viewer;
        if (isTold) each.onUserChange();
      }
    } catch (error) {
      log.warn({ err: error }, 'sessions.unreadable');
      for (const each of stale) end(each);
    }
  }

  function refresh(): void {
    current = current.then(reread);
  }

  function markStale(isConcerned: (each: Watched) => boolean): void {
    for (const each of watched) each.isStale = isConcerned(each) || each.isStale;
    refresh();
  }

  function onChanges(batch: readonly Change[]): void {
    const concerning = batch.filter(({ table }) => viewerTables.has(table));
    if (concerning.length === 0) return;
    const ids = new Set(concerning.map(({ id }) => id));
    markStale((each) => {
      const { session, accessToken, user } = each.viewer;
      each.isChanged ||= ids.has(user.id);
      const own = [user.id, session?.id, session?.impersonatedBy, accessToken?.id];
      return ids.has(null) || own.some((id) => id != null && ids.has(id));
    });
  }

  function wake(): void {
    if (unsubscribe) return;
    unsubscribe = changes.subscribe({
      onChanges,
      onEnd() {
        for (const each of [...watched]) end(each);
      },
    });
    timers = [
      setInterval(() => markStale(({ viewer }) => isOver(viewer)), expiryCheckIntervalMs),
      setInterval(() => markStale(() => true), rereadIntervalMs),
    ];
    for (const timer of timers) timer.unref();
  }

  function sleep(): void {
    for (const timer of timers) clearInterval(timer);
    unsubscribe?.();
    unsubscribe = undefined;
  }

  return {
    watch(viewer: Viewer, listener: Listener) {
      const each: Watched = { ...listener, viewer, isStale: true, isChanged: false };
      watched.add(each);
      wake();
      refresh();
      return {
        async current(): Promise<Viewer | null> {
          await current;
          return watched.has(each) ? each.viewer : null;
        },
        stop: () => void stop(each),
      };
    },
  };
}

export type SessionWatch = ReturnType<typeof createSessionWatch>;
