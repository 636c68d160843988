import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { isImpersonated } from '#server/auth/viewer.ts';
import type PrismaTypes from '#server/generated/pothos-types.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import { limits } from '#shared/limits.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';
import { storableIds } from './building/storable-ids.ts';
import { visibility } from './building/visibility.ts';
import {
  type Context,
  type Viewer,
  viewerCan,
  viewerCanIn,
  viewerCanSomewhere,
} from './context.ts';
import { documentLimits } from './limits/limits.ts';
import { complexity, included, loaded } from './limits/price.ts';
import { scopeRefusal } from './refusal.ts';

/** A count that may have stopped at a limit. */
export type BoundedCount = { count: number; isExact: boolean };

export type TotalCounts = {
  totalCount(): Promise<number>;
  totalCountUpTo(limit: number): Promise<BoundedCount>;
};

type SchemaTypes = {
  Context: Context;
  PrismaTypes: PrismaTypes;
  /** Types that features reference by name, because features don't import each other. */
  Objects: { Viewer: Viewer };
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  DefaultAuthStrategy: 'all';
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  AuthScopes: {
    public: boolean;
    signedIn: boolean;
    can: Permission;
    /** Signed-in viewers who aren't being impersonated, so that only owners change their accounts. */
    notImpersonating: boolean;
    /** Viewers with this permission for some records. */
    canSomewhere: Permission;
    /** Viewers with this permission in an organization: `invitation:create org_…`. */
    canInOrganization: `${OrganizationPermission} ${string}`;
    /** Viewers with a session. Access tokens have none. */
    bySession: boolean;
  };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string | Date };
    URL: { Input: never; Output: string };
  };
  Connection: TotalCounts;
};

type PluginName = keyof PothosSchemaTypes.Plugins<never>;

/** Order matters: the first plugin wraps outermost. */
export const plugins: PluginName[] = [
  visibility,
  storableIds,
  ScopeAuthPlugin,
  RelayPlugin,
  PrismaPlugin,
  ComplexityPlugin,
];

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins,
  complexity,
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    defaultStrategy: 'all',
    authScopes: (context) => ({
      public: true,
      signedIn: context.viewer !== null,
      can: (permission) => viewerCan(context, permission),
      notImpersonating: context.viewer !== null && !isImpersonated(context.viewer),
      canSomewhere: (permission) => viewerCanSomewhere(context, permission),
      canInOrganization: (asked) => {
        const [permission = '', id = ''] = asked.split(' ');
        return viewerCanIn(context, id, permission as OrganizationPermission);
      },
      bySession: context.viewer?.session != null,
    }),
    unauthorizedError: (_parent, { viewer }, _info, { failure }) => scopeRefusal(viewer, failure),
  },
  relay: {
    cursorType: 'String',
    edgeCursorType: 'String',
    pageInfoCursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The entries of this page.', complexity: loaded },
    edgesFieldOptions: {
      description: 'The entries of this page with their cursors.',
      nullable: { list: false, items: false },
      complexity: loaded,
    },
    nodeFieldOptions: { nullable: false, complexity: loaded },
    cursorFieldOptions: {
      description: 'Position of this entry, for `after` and `before` with the same `orderBy`.',
    },
    pageInfoFieldOptions: { description: 'Where this page is in the list.', complexity: included },
    pageInfoTypeOptions: {
      description: 'Information for fetching the pages before and after this one.',
    },
    hasNextPageFieldOptions: {
      description: 'Whether entries follow this page. Backwards, true if `before` is given.',
    },
    hasPreviousPageFieldOptions: {
      description: 'Whether entries precede this page. Forwards, true if `after` is given.',
    },
    startCursorFieldOptions: {
      description: 'Cursor of the first entry, for `before`. Null if the page is empty.',
    },
    endCursorFieldOptions: {
      description: 'Cursor of the last entry, for `after`. Null if the page is empty.',
    },
    firstArgOptions: {
      description: `Number of entries to return, counted from \`after\` or the start. 1 to ${limits.pageSizeMax}; other values are refused with BAD_REQUEST. Default ${limits.pageSize}, unless the field names another. Cannot be combined with \`last\`.`,
    },
    afterArgOptions: { description: 'Return only entries after this cursor.' },
    lastArgOptions: {
      description: `Number of entries to return, counted back from \`before\` or the end. 1 to ${limits.pageSizeMax}. Cannot be combined with \`first\`.`,
    },
    beforeArgOptions: { description: 'Return only entries before this cursor.' },
  },
  prisma: {
    client: (context) => context.database,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    filterConnectionTotalCount: true,
  },
});

export type BuilderTypes =
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

builder.queryType({
  description:
    'Everything that can be read. A field that you may not read is null, with FORBIDDEN or UNAUTHENTICATED in the top-level `errors`.',
});
builder.mutationType({
  description: `Everything that can be changed. Input that you can correct is reported in the payload’s \`errors\`; everything else, such as FORBIDDEN, in the top-level \`errors\`. Up to ${documentLimits.mutations} mutations of one request run one after the other, each on its own.`,
});
builder.subscriptionType({ description: 'Events as they happen, over Server-Sent Events.' });
