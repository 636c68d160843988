/**
 * Whatever a resolver returns, viewers only get records that `visible` shows them: every field that leads to a record,
 * with a resolver that returns all of them, for every kind of viewer.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import {
  assertObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  graphql,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { delegateOf } from '#server/database/client.ts';
import { modelOfId } from '#server/database/ids.ts';
import type { Context, ContextServices } from '#server/graphql/context.ts';
import type { Permission } from '#shared/permissions.ts';
import { type ViewerName, viewers } from '#tests/support/expectations.ts';
import { withoutRequest } from '#tests/support/graphql-context.ts';
import { importSchema } from '#tests/support/own-schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';
import { createWorld, idsSeen, isModel, sees } from '#tests/support/visibility-world.ts';

const { builder, acceleratedPlugins, ...schemaParts } = await importSchema();
const { entities, createContext, viewerCan, visibleWhere, canReceiveChange } = schemaParts;
const { database, settings } = await serverForFile();
const world = await createWorld(database);
const services = { database, settings, changes: { batches: 0 } } as unknown as ContextServices;
const contextOf = (viewer: ViewerName, organizations = true) =>
  createContext(
    { ...services, settings: { ...settings, organizations } },
    { ...withoutRequest(), viewer: world.viewers[viewer] },
  );

/** Returned by every field instead of its own resolver's result. */
let returned: unknown;

class CarelessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return ways.has(`${field.parentType}.${field.name}`) ? () => returned : resolve;
  }
}
const careless = 'careless' as 'visibility';
SchemaBuilder.registerPlugin(careless, CarelessPlugin as never);
if (process.env.ACCELERATE !== 'false') {
  builder.options.plugins = [...acceleratedPlugins];
}
// Inside the plugin under test, and around those that check the scopes of a field.
const plugins = builder.options.plugins as string[];
plugins.splice(plugins.indexOf('visibility') + 1, 0, careless);

type Row = { id: string };
type Returned = Row | { node: Row };
type Fields = ReadonlyMap<string, GraphQLField<unknown, unknown>>;

function waysOf(schema: ReturnType<typeof builder.toSchema>): Fields {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return new Map(
    types.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => {
          const target = getNamedType(field.type);
          const isRecord = isModel(target.name) || isInterfaceType(target);
          return (isRecord && !isEdge(type)) || (isEdge(target) && isModel(modelOf(type.name)));
        })
        .map((field) => [`${type.name}.${field.name}`, field] as const),
    ),
  );
}
/** By what the schema says of it, so that an entity may have any name. */
function isEdge(type: GraphQLNamedType): boolean {
  const { node, cursor } = isObjectType(type) ? type.getFields() : {};
  return Boolean(node && cursor) && !isModel(type.name);
}
const modelOf = (name: string) => name.replace(/Connection$/, '');
const isConnection = (type: GraphQLOutputType) => getNamedType(type).name.endsWith('Connection');

let ways: Fields = new Map();
ways = waysOf(builder.toSchema());
const schema = builder.toSchema();
ways = waysOf(schema);

const infoOf = (path: string) =>
  ({
    schema,
    path: { key: path, prev: undefined },
    fieldName: path,
  }) as unknown as GraphQLResolveInfo;

type Scopes = true | { can: Permission };
type Options = { authScopes(record: object, context: Context): Scopes | Promise<Scopes> };

async function readIds(value: unknown, context: Context): Promise<string[]> {
  const all = [value].flat().filter((each) => each != null) as Returned[];
  const ids = all.map(async (each) => {
    const record = 'node' in each ? each.node : each;
    const { extensions } = assertObjectType(schema.getType(modelOfId(record.id) ?? ''));
    const { authScopes } = extensions.pothosOptions as Options;
    const scopes = await authScopes(record, context);
    return scopes === true || viewerCan(context, scopes.can) ? [record.id] : [];
  });
  return (await Promise.all(ids)).flat();
}

const isMissed = (model: string, kind: 'update' | 'delete') =>
  ['Organization', 'Member', 'Team', 'Repository'].includes(model) ||
  (model === 'Invitation' && kind === 'update');

const models = Object.keys(sees).filter(isModel);
const recordsOf = (model: string): Row[] => Object.values(world.records[model] ?? {});

/** Lists of entities that can be asked for without arguments, such as `repositories`. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ type, args }) => isModel(modelOf(getNamedType(type).name)) && !args.some(isRequiredArgument),
);

/** The same of a record, such as the `members` of an organization. */
const listsOfRecords = models.flatMap((parent) =>
  Object.values(assertObjectType(schema.getType(parent)).getFields())
    .filter(
      ({ type, args }) =>
        isModel(modelOf(getNamedType(type).name)) &&
        isConnection(type) &&
        !args.some(isRequiredArgument),
    )
    .map(({ name, type }) => ({ parent, name, model: modelOf(getNamedType(type).name) })),
);

it('has a table for every entity that the API shows', () => {
  const shown = entities.filter(({ readPermission }) => readPermission).map(({ model }) => model);
  const lacking = shown.filter((model) => !isModel(model));
  expect(lacking, 'need `visibility` in tests/entities/<entity>.ts').toEqual([]);
  expect(Object.keys(sees).sort()).toEqual(shown.sort());
});

it.each(models)('has records of %s that somebody sees, and that somebody does not see', (model) => {
  const all = recordsOf(model).map(({ id }) => id);
  expect(all.length, `${model} needs records in \`visibility\``).toBeGreaterThan(0);
  for (const id of all) {
    const seers = viewers.filter((viewer) => idsSeen(world.records, model, viewer).includes(id));
    expect(viewers.length - seers.length).toBeGreaterThan(0);
  }
});

it('finds fields of every kind', () => {
  const some = ['Query.node', 'Query.nodes', 'AuditEvent.repository'];
  const lists = [
    'RepositoryConnection.edges',
    'RepositoryConnection.nodes',
    'BanUsersPayload.users',
  ];
  expect([...ways.keys()]).toEqual(expect.arrayContaining([...some, ...lists, 'Viewer.user']));
});

describe.each(viewers)('%s', (viewer) => {
  it.each([...ways])('sees only what the table says by %s', async (name, field) => {
    const context = contextOf(viewer);
    const target = getNamedType(field.type).name;
    const ofModels = models.filter((model) =>
      [target, modelOf(name.split('.')[0] ?? '')].includes(model),
    );
    for (const model of target === 'Node' ? models : isModel(target) ? [target] : ofModels) {
      const read: string[] = [];
      const isList = isListType(getNullableType(field.type));
      const rows = recordsOf(model);
      // Lists of rows without columns, and single rows with all of them.
      const parts = isList
        ? [rows.map(({ id }) => (name.endsWith('.edges') ? { node: { id } } : { id }))]
        : rows;
      for (const part of parts) {
        returned = part;
        const value = await field.resolve?.({}, {}, context, infoOf(name));
        read.push(...(await readIds(value, context)));
      }
      expect(read.sort()).toEqual(idsSeen(world.records, model, viewer));
    }
  });

  it.each(models)('finds the same by the condition of lists of %s', async (model) => {
    const context = contextOf(viewer);
    const ids = recordsOf(model).map(({ id }) => id);
    const where = { AND: [{ id: { in: ids } }, ...visibleWhere(model, context)] };
    const found = await delegateOf(database, model).findMany({ where });
    expect(found.map(({ id }) => id).sort()).toEqual(idsSeen(world.records, model, viewer));
  });

  it.each(lists)('is told no larger total by $name than it sees', async ({ name, type }) => {
    const result = await graphql({
      schema,
      source: `{ ${name} { totalCount } }`,
      contextValue: contextOf(viewer),
    });
    const list = result.data?.[name] as { totalCount: number } | null | undefined;
    const seen = idsSeen(world.records, modelOf(getNamedType(type).name), viewer);
    const forgotten = `the \`where\` of ${name} needs \`visibleWhere\` in the schema.ts of its feature`;
    if (list) expect(list.totalCount, forgotten).toBeLessThanOrEqual(seen.length);
  });

  it.each(listsOfRecords)(
    'is told no larger total by the $name of a $parent than it sees',
    async (list) => {
      const { parent, name, model } = list;
      const seen = idsSeen(world.records, model, viewer);
      for (const record of recordsOf(parent)) {
        returned = record;
        const result = await graphql({
          schema,
          source: `query ($id: ID!) { node(id: $id) { ... on ${parent} { ${name} { totalCount } } } }`,
          variableValues: { id: record.id },
          contextValue: contextOf(viewer),
        });
        const node = result.data?.node as Record<string, { totalCount: number } | null> | null;
        expect(node?.[name]?.totalCount ?? 0).toBeLessThanOrEqual(seen.length);
      }
    },
  );

  it.each(models)('receives only events of records it sees (%s)', async (model) => {
    const entity = entities.find((each) => each.model === model);
    const seen = idsSeen(world.records, model, viewer);
    for (const record of recordsOf(model)) {
      const { organizationId } = record as { organizationId?: string | null };
      for (const kind of ['update', 'delete'] as const) {
        const change = {
          table: '',
          kind,
          id: record.id,
          ...(organizationId !== undefined && { organizationId }),
        };
        const isReceived = entity && (await canReceiveChange(change, entity, contextOf(viewer)));
        if (isReceived) expect(seen).toContain(record.id);
        else if (isMissed(model, kind)) expect(seen).not.toContain(record.id);
      }
    }
  });

  it('does not take a change without an organization for one of the installation', async () => {
    const entity = entities.find(({ model }) => model === 'Repository');
    const seen = idsSeen(world.records, 'Repository', viewer);
    for (const { id } of recordsOf('Repository')) {
      const change = { table: '', kind: 'delete' as const, id };
      const isReceived = entity && (await canReceiveChange(change, entity, contextOf(viewer)));
      if (isReceived) expect(seen).toContain(id);
    }
  });

  it('sees nothing of organizations while they are disabled, unless it may read all', async () => {
    const context = contextOf(viewer, false);
    const readsAll = viewerCan(contextOf(viewer), 'organization:list');
    const hidden = entities.filter((each) => each.isOfOrganizations || each.belongsToOrganization);
    expect(hidden.length).toBeGreaterThanOrEqual(4);
    for (const entity of hidden) {
      const { model } = entity;
      const ids = recordsOf(model).map(({ id }) => id);
      const where = { AND: [{ id: { in: ids } }, ...visibleWhere(model, context)] };
      const found = await delegateOf(database, model).findMany({ where });
      const seen = readsAll ? idsSeen(world.records, model, viewer) : [];
      expect(found.map(({ id }) => id).sort()).toEqual(seen);
      for (const id of ids) {
        const change = { table: '', kind: 'update' as const, id };
        expect(await canReceiveChange(change, entity, context)).toBe(seen.includes(id));
      }
    }
  });
});
