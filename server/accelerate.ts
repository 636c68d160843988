/** Accelerators: the same responses, one line each. ACCELERATE=false turns them off. No relation to Prisma Accelerate. */
import { executeDocument } from '@atrium/planned-execution';
import { createLoadedColumns, type MayRead } from '@atrium/pothos-loaded-columns';
import { type Options, prismaSql } from '@atrium/prisma-sql';
import { limits } from '#shared/limits.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Database, omitted } from './database/client.ts';
import { matches } from './database/conditions.ts';
import { entities, tableOf } from './entities.ts';
import { getDatamodel } from './generated/pothos-types.ts';
import { plugins } from './graphql/builder.ts';
import { type ShownEntity, visibleTo } from './graphql/building/visible-records.ts';
import { type Context, viewerCan } from './graphql/context.ts';
import { currentRequest, outsideRequest } from './log/request-context.ts';
import { schemaOf } from './schema.ts';

/** Returns a client that makes frequent calls with SQL. */
export function accelerateDatabase(
  database: Database,
  send: Partial<Pick<Options, 'read'>> = {},
): Database {
  const extension = prismaSql({
    read: database.$named,
    ...send,
    datamodel: getDatamodel().datamodel,
    tableOf,
    omit: omitted,
    lists: Object.fromEntries(
      entities.map(({ model, acceleratedLists }) => [model, acceleratedLists]),
    ),
    usualTakes: [1, limits.pageSize + 1],
    scope: currentRequest,
    outsideScope: outsideRequest,
  });
  return extension(database) as Database;
}

type TypeOptions = { authScopes?: object; acceleratedEntity?: ShownEntity };

/** Returns a check for read access to a type's records. Undefined if only the scope plugin can tell. */
function mayRead({ authScopes, acceleratedEntity: entity }: TypeOptions): MayRead | undefined {
  if (!authScopes) return () => true;
  if (entity) {
    return (row, context) =>
      viewerCan(context as Context, entity.readPermission) ||
      // By the loaded columns alone.
      matches(visibleTo(entity.model, context as Context), row as Record<string, unknown>) === true;
  }
  if (typeof authScopes === 'function') return undefined;
  const { can, ...others } = authScopes as { can?: Permission };
  if (!can || Object.keys(others).length > 0) return undefined;
  return (_row, context) => viewerCan(context as Context, can);
}

const loadedColumns = createLoadedColumns({ mayRead });

/** The plugin replaces the checks of those after it. */
export const acceleratedPlugins = plugins.toSpliced(
  plugins.indexOf('scopeAuth'),
  0,
  loadedColumns.plugin,
);

export const accelerators = {
  execute: executeDocument,
  accelerateDatabase,
  schema: () => schemaOf(acceleratedPlugins),
  queryFromInfo: loadedColumns.queryFromInfo,
};
