/**
 * The viewers of sessions as they were last read. A request may begin to work for the viewer that it
 * expects while their session is read. It is answered only if the session is read just the same.
 */
import { isDate } from 'node:util/types';
import type { Viewer } from './viewer.ts';

/** Sessions that are remembered. */
const maxSessions = 1_000;

const isSameValue = (a: unknown, b: unknown) =>
  isDate(a) && isDate(b) ? a.getTime() === b.getTime() : a === b;

function hasSameValues(a: object, b: object): boolean {
  const [before, after] = [Object.entries(a), Object.entries(b)];
  return (
    before.length === after.length &&
    after.every(([name, value]) => isSameValue((a as Record<string, unknown>)[name], value))
  );
}

/** Whether nothing that is known of two viewers with sessions differs. */
export function isSameViewer(a: Viewer, b: Viewer): boolean {
  if (!a.session || !b.session) return false;
  return hasSameValues(a.session, b.session) && hasSameValues(a.user, b.user);
}

export function createExpectedViewers() {
  const byToken = new Map<string, Viewer>();
  return {
    get: (token: string) => byToken.get(token),

    /** Remembers what was read of a session. Undefined forgets it. */
    note(token: string, viewer: Viewer | undefined): void {
      if (!viewer) {
        byToken.delete(token);
        return;
      }
      if (byToken.size >= maxSessions) byToken.clear();
      byToken.set(token, viewer);
    },
  };
}
