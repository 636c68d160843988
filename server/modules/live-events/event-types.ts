import type { SessionEnd } from '#server/auth/live-events/live-sessions.ts';
import type { Change } from '#server/database/changes/change-buffer.ts';

export type RecordChange = { type: 'RecordChange' } & Exclude<Change, { id: null }>;
export type ManyRecordsChange = { type: 'ManyRecordsChange'; table: Change['table'] };
export type ViewerChange = { type: 'ViewerChange' };
export type SignedOut = { type: 'SignedOut'; code: SessionEnd };

export type Event = RecordChange | ManyRecordsChange | ViewerChange | SignedOut;

export function eventOf(change: Change): RecordChange | ManyRecordsChange {
  if (change.id !== null) return { type: 'RecordChange', ...change };
  return { type: 'ManyRecordsChange', table: change.table };
}

/** Equal for changes that lead to the same event. */
export const nameOf = (change: Change) =>
  change.id === null ? `many:${change.table}` : `${change.kind}:${change.id}`;
