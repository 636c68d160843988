import { Prisma } from '#server/generated/prisma/client.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

/** Which user error a violated constraint is, and at which field of the input. */
export type ConstraintError = { code: UserErrorCode; field?: readonly string[] };

/** Days that settings keep rows for. */
export type RetentionDays = { auditDays: number; mailDays: number };

/** How long a table keeps its rows. */
export type Retention =
  /** Rows matching the condition are deleted in batches. */
  | { deleteWhere: Prisma.Sql | ((days: RetentionDays) => Prisma.Sql) }
  /** Rows stay, for a reason that includes what limits their number. */
  | { keptBecause: string };

/** The time this many days before the statement, in SQL. */
export const daysAgo = (days: number) => Prisma.sql`now() - make_interval(days => ${days}::int)`;

/**
 * What an entity declares in its `entity.ts`. `server/entities.ts` collects the declarations; ids,
 * totals, `node`, events, retention and error mapping iterate over them.
 */
export type Entity = {
  /** The Prisma model, which is the GraphQL type too. */
  model: Prisma.ModelName;
  /** Its table, if that is not the model's name in snake case. */
  table?: string;
  /** Prefix of its ids: 3 or 4 lower-case letters, unique. */
  idPrefix: string;
  retention: Retention;
  /** The permission to fetch any record with `node`, and to receive its events. */
  readPermission?: Permission;
  /** The column with the ID of the user who may fetch the record without that permission. */
  owner?: 'id' | 'userId';
  /**
   * The column with the organization whose members may fetch the record without `readPermission`, as far as their
   * role there has `permission`. Left out, every role suffices.
   */
  organization?: { column: 'id' | 'organizationId'; permission?: OrganizationPermission };
  /** Keeps the number of rows in `row_count`. The migration calls `count_rows_of('<table>')`. */
  isCounted?: true;
  /**
   * Notifies every instance of changes: `streamed` are sent to clients as events, `internal` are not.
   * The migration calls `notify_changes_of('<table>')`.
   */
  changes?: 'streamed' | 'internal';
  /** Errors by the name of the violated constraint or unique index. */
  constraints?: Readonly<Record<string, ConstraintError>>;
};
