/** What people do with the records of each entity: find, change and delete them, as their owners may. */
import { isDeepStrictEqual } from 'node:util';
import { GraphQLID, getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { modelOfId } from '#server/database/ids.ts';
import { tableOf } from '#server/entities.ts';
import { listExports } from '#server/generated/list-exports.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import { camelCase, createRecord, unique } from '#tests/support/factories.ts';
import {
  dependents,
  type Editable,
  editable,
  fieldsOf,
  idVariable,
  rowOf,
  sendField,
} from '#tests/support/records.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';
import { createWorld } from '#tests/support/visibility-world.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000', POINTS_PER_MINUTE: '1000000' });
const { database } = server;
const admin = await server.as('admin');

const recordOf = (entity: Editable, name?: string) => createRecord(database, entity, name);

const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
  args.some(({ name }) => name === 'searchTerm'),
);

const listOf = (type: string) =>
  lists.find((each) => String(each.type) === `${type}Connection`)?.name ?? '';

describe.each(editable)('a $type', (entity) => {
  const { type, update, remove } = entity;

  it('is found by its name', async () => {
    const name = unique('searched');
    const id = await recordOf(entity, name);
    const list = listOf(type);
    const ask = `query ($term: String) { ${list}(searchTerm: $term) { totalCount nodes { id } } }`;
    const { data } = await admin.send(ask, { term: name });
    expect(data[list]).toEqual({ totalCount: 1, nodes: [{ id }] });
  });

  it('is updated in one column, which is read afterwards', async () => {
    const id = await recordOf(entity);
    const before = await rowOf(database, entity, id);
    const { data } = await sendField(entity, update, admin, idVariable(entity, id));
    expect(data[update].errors).toEqual([]);
    const after = (await rowOf(database, entity, id)) ?? {};
    const changed = Object.keys(fieldsOf(`Update${type}Input`)).filter(
      (name) => !isDeepStrictEqual(after[name], before?.[name]),
    );
    expect(changed).toHaveLength(1);
  });

  it('is deleted among others, and those that are gone are named', async () => {
    const [gone, id] = [await recordOf(entity), await recordOf(entity)];
    await sendField(entity, remove, admin, idVariable(entity, gone));
    const { data } = await admin.send(
      `mutation ($ids: [ID!]!) { ${remove}(input: { ids: $ids }) { deleted${type}Ids errors { code field } } }`,
      { ids: [id, gone] },
    );
    const errors = [{ code: 'NOT_FOUND', field: ['ids', '1'] }];
    expect(data[remove]).toEqual({ [`deleted${type}Ids`]: [id], errors });
    expect(await rowOf(database, entity, id)).toBeNull();
  });
});

/** The first column of a list export, downloaded by a new user, since a person may have only one open. */
async function download(name: string, variables: object): Promise<string[]> {
  const { cookie } = await server.as('admin');
  const search = new URLSearchParams({ variables: JSON.stringify(variables) });
  const path = `/api/export/${name}.csv?${search}`;
  const response = await server.request(path, { headers: { cookie } });
  const [header, ...rows] = (await response.text()).trim().split('\r\n');
  expect(header).toContain('id,');
  return rows.map((row) => row.split(',', 1)[0] ?? '');
}

const exported = editable.flatMap((entity) => {
  const declared = listExports.find(({ model }) => model === entity.model);
  return declared ? [{ entity, type: entity.type, name: declared.name }] : [];
});

it.each(exported)('a $type is downloaded by its name', async ({ entity, name }) => {
  const searchTerm = unique('searched');
  const id = await recordOf(entity, searchTerm);
  expect(await download(name, { searchTerm })).toEqual([id]);
});

it.each(dependents)('a $parent.type is deleted with its $child.type', async (row) => {
  const { child, parent, column } = row;
  const childId = await recordOf(child);
  const id = (await rowOf(database, child, childId))?.[column] ?? '';
  const ask = `query ($id: ID!) { node(id: $id) { ... on ${parent.type} { dependents { type count } } } }`;
  const { data } = await admin.send(ask, { id });
  expect(data.node.dependents).toContainEqual({ type: child.type, count: 1 });
  await sendField(parent, parent.remove, admin, idVariable(parent, id));
  expect(await rowOf(database, child, childId)).toBeNull();
});

/** The entity that an input field refers to. */
function relatedBy(entity: Editable, field: string): Editable | undefined {
  const type = entity.related?.[field];
  return editable.find((each) =>
    type ? each.type === type : field === `${camelCase(each.type)}Id`,
  );
}

/** Filters by columns that people change. */
const filters = editable.flatMap((entity) =>
  Object.values(fieldsOf(`${entity.type}Filter`))
    .filter(({ name }) => name in fieldsOf(`Update${entity.type}Input`))
    .map(({ name, type: kind }) => {
      const other = relatedBy(entity, name);
      return { entity, type: entity.type, name, kind, ...(other && { other }) };
    })
    .filter(({ kind, other }) => other || kind !== GraphQLID),
);

type Filter = (typeof filters)[number];

async function valuesOf({ kind, other }: Filter): Promise<unknown[]> {
  if (other) return [await recordOf(other), await recordOf(other)];
  if (isEnumType(kind)) return kind.getValues().map(({ name }) => name);
  if (!isInputObjectType(kind)) return [true, false];
  const days = ['2031-01-31', '2031-02-01'];
  return String(kind) === 'DateFilter' ? days : days.map((day) => `${day}T00:00:00.000Z`);
}

/** Sets the column of a record. A related record may have another owner, which no mutation allows. */
async function store({ entity, type, name, other }: Filter, id: string, value: unknown) {
  if (other) {
    const statement = `UPDATE "${tableOf(entity.model)}" SET "${name}" = $1 WHERE "id" = $2`;
    await database.$executeRawUnsafe(statement, value, id);
    return;
  }
  const change = `mutation ($input: Update${type}Input!) { ${entity.update}(input: $input) { errors { code } } }`;
  const { data } = await admin.send(change, { input: { id, [name]: value } });
  expect(data[entity.update].errors).toEqual([]);
}

/** Records with the values, in this order, and a condition on each. */
async function createFiltered(filter: Filter) {
  const { entity, kind } = filter;
  const term = unique('filtered');
  const values = await valuesOf(filter);
  const ids: string[] = [];
  for (const value of values) {
    const id = await recordOf(entity, `${term}-${ids.length}`);
    await store(filter, id, value);
    ids.push(id);
  }
  const [, second] = values;
  const periods = [{ before: second }, { from: second }];
  return { term, ids, second, conditions: isInputObjectType(kind) ? periods : values };
}

it.each(filters)('a list of $type is filtered by $name', async (filter) => {
  const { type, name } = filter;
  const list = listOf(type);
  const ask = `query ($term: String, $filter: ${type}Filter) { ${list}(searchTerm: $term, filter: $filter) { totalCount nodes { id } } }`;
  const { term, ids, conditions } = await createFiltered(filter);
  for (const [index, condition] of conditions.entries()) {
    const { data } = await admin.send(ask, { term, filter: { [name]: condition } });
    expect(data[list]).toEqual({ totalCount: 1, nodes: [{ id: ids[index] }] });
  }
});

const downloads = exported.flatMap(({ type, name: file }) =>
  filters.filter((filter) => filter.type === type).map((filter) => ({ ...filter, file })),
);

it.each(downloads)('a download of $type is filtered by $name', async ({ file, ...filter }) => {
  const { name, kind } = filter;
  const { term, ids, second } = await createFiltered(filter);
  const condition = isInputObjectType(kind) ? { from: second } : second;
  const found = await download(file, { searchTerm: term, filter: { [name]: condition } });
  expect(found).toEqual([ids[1]]);
});

const ownerColumns = ['ownerId', 'organizationId'];
const columnsOf = ({ model }: Editable): object => Prisma[`${model}ScalarFieldEnum`];

/** Input fields that name a record of an entity with the same kind of owner. */
const related = editable.flatMap((entity) =>
  Object.values(fieldsOf(`Update${entity.type}Input`))
    .filter(({ name, type }) => name !== 'id' && getNamedType(type).name === 'ID')
    .filter(({ name }) => name !== entity.seenWith)
    .flatMap(({ name: field }) => {
      const other = relatedBy(entity, field);
      const owner = ownerColumns.find(
        (column) => other && [entity, other].every((each) => column in columnsOf(each)),
      );
      return other && owner ? [{ entity, type: entity.type, field, other, owner }] : [];
    }),
);

it.each(related)('a $type has the owner of its $field', async (row) => {
  const { entity, field, other, owner } = row;
  const [id, otherId] = [await recordOf(entity), await recordOf(other)];
  // Repositories may also belong to the whole installation.
  if (!(await rowOf(database, other, otherId))?.[owner]) return;
  const { data } = await admin.send(
    `mutation ($input: Update${entity.type}Input!) { ${entity.update}(input: $input) { errors { code field } } }`,
    { input: { id, [field]: otherId } },
  );
  expect(data[entity.update].errors).toEqual([{ code: 'NOT_FOUND', field: [field] }]);
});

/** Lists of an entity's records that are fields of the records they belong to. */
const childLists = editable.flatMap((child) =>
  expectedEntities.flatMap((parent) =>
    Object.values(fieldsOf(parent.type))
      .filter((field) => String(field.type) === `${child.type}Connection`)
      .map(({ name: list }) => ({ child, parent, list })),
  ),
);

it.each(childLists)('$parent.type.$list are its own', async ({ child, parent, list }) => {
  const [id] = [await recordOf(child), await recordOf(child)];
  const row = (await rowOf(database, child, id)) ?? {};
  // A record of the installation has no parent, and several columns may name records of one entity.
  const parents = Object.values(row).filter((value) => value && modelOfId(value) === parent.type);
  const ask = `query ($id: ID!) { node(id: $id) { ... on ${parent.type} { ${list} { totalCount nodes { id } } } } }`;
  const lists = await Promise.all(parents.map((id) => admin.send(ask, { id })));
  const found = lists.map(({ data }) => data.node[list]);
  const own = found.filter(({ totalCount }) => totalCount > 0);
  expect(own).toEqual(parents.length > 0 ? [{ totalCount: 1, nodes: [{ id }] }] : []);
});

const owned = editable.filter(({ visibility }) => visibility?.changes);
const byRelated = filters.filter(({ other }) => other);

describe.runIf(owned.length + byRelated.length > 0)('a viewer', async () => {
  const { records } = await createWorld(database);
  const signIn = async (label: string): Promise<TestUser> => {
    const id = records.User?.[label]?.id ?? '';
    const { email } = await database.user.findUniqueOrThrow({ where: { id } });
    const cookie = await server.signIn(email);
    return { id, email, cookie, send: server.sendAs(cookie) };
  };
  const person = await signIn('person');
  const viewers = {
    outsider: await signIn('outsider'),
    person,
    orgAdmin: await signIn('orgAdmin'),
    manager: await signIn('manager'),
    'impersonator of person': await server.impersonate(person),
  };
  const cells = owned.flatMap((entity) =>
    Object.entries(viewers).map(([viewer, { send }]) => ({
      entity,
      type: entity.type,
      viewer,
      send,
    })),
  );

  it.each(cells)('is changed by $viewer if that may be ($type)', async (cell) => {
    const { entity, type, send } = cell;
    const viewer = cell.viewer as keyof typeof viewers;
    const { sees, changes = {} } = entity.visibility ?? { sees: {} };
    const ask = `query ($id: ID!) { node(id: $id) { ... on ${type} { viewerCanUpdate viewerCanDelete } } }`;
    for (const [label, { id }] of Object.entries(records[type] ?? {})) {
      const may = changes[viewer]?.includes(label) ?? false;
      const { data } = await send(ask, { id });
      const said = { viewerCanUpdate: may, viewerCanDelete: may };
      expect([label, data.node]).toEqual([label, sees[viewer]?.includes(label) ? said : null]);
      const before = await rowOf(database, entity, id);
      const sent = await sendField(entity, entity.update, { send }, idVariable(entity, id));
      const isChanged = sent.data[entity.update]?.errors.length === 0;
      expect([label, isChanged]).toEqual([label, may]);
      if (may) continue;
      await sendField(entity, entity.remove, { send }, idVariable(entity, id));
      expect(await rowOf(database, entity, id)).toEqual(before);
    }
  });

  const chosenByManagers = owned.flatMap((entity) =>
    Object.entries(entity.related ?? {})
      .filter(
        ([field, other]) => other === 'User' && field in fieldsOf(`Update${entity.type}Input`),
      )
      .map(([field]) => ({ entity, type: entity.type, field })),
  );

  it.each(chosenByManagers)('does not choose $field of a $type', async (row) => {
    const { entity, type, field } = row;
    const change = `mutation ($input: Update${type}Input!) { ${entity.update}(input: $input) { errors { code } } }`;
    const { manager: _, ...others } = viewers;
    for (const [viewer, { id: userId, send }] of Object.entries(others)) {
      const [label] = entity.visibility?.changes?.[viewer as keyof typeof others] ?? [];
      if (!label) continue;
      for (const value of [userId, null]) {
        const input = { id: records[type]?.[label]?.id, [field]: value };
        expect([viewer, errorCodes(await send(change, { input }))]).toEqual([
          viewer,
          ['FORBIDDEN'],
        ]);
      }
    }
  });

  it.each(byRelated)('filters $type by the records of $name that they see', async (filter) => {
    const { entity, type, name } = filter;
    const [list, relation] = [listOf(type), name.replace(/Id$/, '')];
    const shownFields = `id ${relation} { id }`;
    const ask = `query ($filter: ${type}Filter) { ${list}(first: 100, filter: $filter) { nodes { ${shownFields} } } }`;
    const askOne = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${shownFields} } } }`;
    const created = Object.values(records[type] ?? {});
    const rows = await Promise.all(created.map(({ id }) => rowOf(database, entity, id)));
    const ids = new Set(rows.map((row) => row?.[name] ?? ''));
    type Node = { [relation: string]: { id: string } | null };
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    for (const [viewer, { send }] of Object.entries(viewers)) {
      const answers = await Promise.all(created.map(({ id }) => send(askOne, { id })));
      for (const id of ids) {
        const { data } = await send(ask, { filter: { [name]: id } });
        const shown = answers
          .map((answer) => answer.data.node)
          .filter((node: Node | null) => node?.[relation]?.id === id);
        const found = data[list]?.nodes ?? [];
        expect([viewer, found.toSorted(byId)]).toEqual([viewer, shown.toSorted(byId)]);
      }
    }
  });
});
