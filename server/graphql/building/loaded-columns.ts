/** Joins the package with the rights to read the records of a type. */
import { createLoadedColumns, type MayRead } from '@atrium/pothos-loaded-columns';
import { type Context, viewerCan } from '#server/graphql/context.ts';
import type { Permission } from '#shared/permissions.ts';
import type { typeScopesOf } from './visible-records.ts';

/** Returns a check for read access to a type's records. Undefined if only the scope plugin can tell. */
function mayRead({ authScopes }: { authScopes?: object }): MayRead | undefined {
  if (!authScopes) return () => true;
  const { permission, isVisible } = authScopes as Partial<ReturnType<typeof typeScopesOf>>;
  if (permission && isVisible) {
    return (row, context) =>
      viewerCan(context as Context, permission) || isVisible(row, context as Context);
  }
  if (typeof authScopes === 'function') return undefined;
  const { can, ...others } = authScopes as { can?: Permission };
  if (!can || Object.keys(others).length > 0) return undefined;
  return (_row, context) => viewerCan(context as Context, can);
}

export const loadedColumns = createLoadedColumns({ mayRead });
