/** The schema builder: plugins, scopes and defaults. Modules add their types to it. */
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '#server/generated/pothos-types.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import { limits } from '#shared/limits.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Context, type Viewer, viewerCan } from './context.ts';
import { apiError } from './errors.ts';

type SchemaTypes = {
  Context: Context;
  PrismaTypes: PrismaTypes;
  /** Types that modules name without knowing one another. */
  Objects: { Viewer: Viewer };
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  DefaultAuthStrategy: 'all';
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  AuthScopes: {
    /** Anybody, also a stranger. */
    public: boolean;
    /** Anybody who is signed in. */
    signedIn: boolean;
    /** Whoever has this permission by the role table. */
    can: Permission;
    /** Nobody while a manager acts as them: an account is changed by its owner only. */
    notImpersonating: boolean;
  };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
  };
  Connection: { totalCount: () => Promise<number> };
};

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    defaultStrategy: 'all',
    authScopes: (context) => ({
      public: true,
      signedIn: context.viewer !== null,
      can: (permission) => viewerCan(context, permission),
      notImpersonating: context.viewer !== null && !context.viewer.session.impersonatedBy,
    }),
    unauthorizedError: (_parent, context) =>
      context.viewer
        ? apiError('FORBIDDEN', 'You do not have the permission that this needs.')
        : apiError('UNAUTHENTICATED', 'Sign in first.'),
  },
  relay: {
    cursorType: 'String',
    edgeCursorType: 'String',
    pageInfoCursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The entries of this page, without their cursors.' },
    edgesFieldOptions: {
      description: 'The entries of this page, each with its cursor.',
      nullable: { list: false, items: false },
    },
    nodeFieldOptions: { description: 'The entry itself.', nullable: false },
    cursorFieldOptions: {
      description: 'Marks this entry’s place in the list, for `after` and `before`. Opaque.',
    },
    pageInfoFieldOptions: { description: 'What comes before and after this page.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    firstArgOptions: {
      description: `How many entries after the cursor: 1 to ${limits.pageSizeMax}, ${limits.pageSize} unless said otherwise. More is an error.`,
    },
    afterArgOptions: { description: 'Only entries after this cursor.' },
    lastArgOptions: {
      description: `How many entries before the cursor: 1 to ${limits.pageSizeMax}. Not together with \`first\`.`,
    },
    beforeArgOptions: { description: 'Only entries before this cursor.' },
  },
  prisma: {
    client: (context) => context.database,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
  },
});

/** The builder's types, with Pothos's defaults filled in. */
export type BuilderTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'How many entries the whole list has, on all pages. Costs a count only when asked.',
    resolve: (connection) => connection.totalCount(),
  }),
);

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be changed.' });
builder.subscriptionType({ description: 'What is told as it happens, over Server-Sent Events.' });
