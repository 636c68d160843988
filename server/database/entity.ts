import { Prisma } from '#server/generated/prisma/client.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { RecordModel } from './client.ts';
import type { RecordViewer, Visible } from './conditions.ts';

export type ConstraintError = { code: UserErrorCode; field?: readonly string[] };

export type RetentionDays = { auditDays: number; mailDays: number };

export type Retention =
  | { deleteWhere: Prisma.Sql | ((days: RetentionDays) => Prisma.Sql) }
  /** Rows are kept. The reason must say what limits their number. */
  | { keptBecause: string };

export const daysAgo = (days: number) => Prisma.sql`now() - make_interval(days => ${days}::int)`;

/** How large lists are indexed. Changes no answer, only how fast it is. */
type ListIndexes = {
  /** Folded text with a trigram index, which searches read. */
  searchColumn?: string;
  /** The indexes of lists sorted by `orders` begin with `column`: each of its values is read by itself. */
  partition?: { column: string; orders: readonly string[] };
  /** What holds for nearly all records, so that it makes no search selective. */
  nearlyAll?: Readonly<Record<string, unknown>>;
};

/**
 * What an entity declares in its `entity.ts`. IDs, totals, `node`, events, retention and error mapping are derived from
 * the declarations that `server/entities.ts` collects.
 */
export type Entity = {
  /** Prisma model, also the GraphQL type. */
  model: RecordModel;
  /** 3 or 4 lowercase letters, unique. */
  idPrefix: string;
  retention: Retention;
  /**
   * Which records a viewer sees: all, none, or what a Prisma `where` selects. Applies to every field that leads to one, to
   * `node` and lists. Live events apply it too.
   */
  visible(viewer: RecordViewer): Visible;
  /** Named where a viewer without it doesn't see a record. With it, such records are null or missing. */
  readPermission?: Permission;
  /** Members receive its live events without `readPermission`. While organizations are disabled, it is only read. */
  isOfOrganizations?: true;
  /** Each record belongs to an organization, as its `organizationId` says. The same holds while these are disabled. */
  belongsToOrganization?: true;
  /** Maintains the number of rows in `row_count`. The migration calls `count_rows_of('<table>')`. */
  isCounted?: true;
  /** Ends with the user or service account that it belongs to, even for those who may not delete it. */
  endsWithOwner?: true;
  /** Notifies all instances of changes, and clients if `streamed`. The migration calls `notify_changes_of('<table>')`. */
  liveEvents?: 'streamed' | 'internal';
  constraints?: Readonly<Record<string, ConstraintError>>;
  acceleratedLists?: ListIndexes;
};
