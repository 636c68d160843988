/**
 * Accelerator: a Pothos plugin that skips the scope plugin's per-request records for `Query` fields that require only
 * signing in or a permission, if the viewer is allowed. The scope plugin still handles rejections.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Permission } from '#shared/permissions.ts';
import { type Context, viewerCan } from './context.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      rootScopes: RootScopesPlugin<Types>;
    }
  }
}

type Scopes = { public?: boolean; signedIn?: boolean; can?: Permission };
type FieldOptions = { authScopes?: unknown; grantScopes?: unknown };

const plainScopes = new Set(['public', 'signedIn', 'can']);

/** Scopes of a field, if they are static and supported here. */
function plainScopesOf({ authScopes, grantScopes }: FieldOptions): Scopes | undefined {
  if (!authScopes || typeof authScopes !== 'object' || grantScopes) return undefined;
  const isPlain = Object.entries(authScopes).every(
    ([name, value]) => value && plainScopes.has(name),
  );
  return isPlain ? (authScopes as Scopes) : undefined;
}

export class RootScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const scopes = plainScopesOf(field.pothosOptions as FieldOptions);
    const type = this.buildCache.getTypeConfig(field.parentType).pothosOptions as FieldOptions;
    const resolve = field.resolve as typeof checked | undefined;
    if (field.kind !== 'Query' || !scopes || !resolve || type.authScopes || type.grantScopes) {
      return checked;
    }
    const { signedIn, can } = scopes;
    const isAllowed = (context: Context) =>
      (!signedIn || context.viewer !== null) && (!can || viewerCan(context, can));
    return (root, args, context, info) =>
      (isAllowed(context as Context) ? resolve : checked)(root, args, context, info);
  }
}

export const rootScopes = 'rootScopes' as const;
SchemaBuilder.registerPlugin(rootScopes, RootScopesPlugin);
