import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createOrganization, unique } from '#tests/support/factories.ts';
import { readAllPages } from '#tests/support/pages.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const person = await server.as('user');

const newOrganization = (members = {}) => createOrganization(database, { members });
const own = await Promise.all([1, 2].map(() => newOrganization({ [person.id]: 'member' })));
const foreign = await newOrganization();
const owners = [null, ...own.map(({ id }) => id), foreign.id];
const minute = 60_000;

// The newest repositories belong to others, and some of each owner share a creation time.
await database.repository.createMany({
  data: owners.flatMap((organizationId, owner) =>
    Array.from({ length: 7 }, (_, index) => ({
      ...{ id: newId('Repository'), organizationId, link: 'https://git.example.com/x' },
      name: unique(`${(index * 5) % 7}`),
      createdAt: new Date(1_700_000_000_000 + (Math.floor(index / 2) + owner * 3) * minute),
      updatedAt: new Date(1_700_000_000_000 + ((index * 3) % 7) * minute),
    })),
  ),
});

const visible = await database.repository.findMany({
  where: { OR: [{ organizationId: null }, { organizationId: { in: own.map(({ id }) => id) } }] },
});

const columns = { CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt', NAME: 'nameKey' } as const;

function sorted(field: keyof typeof columns, direction: 'ASC' | 'DESC'): string[] {
  const sign = direction === 'ASC' ? 1 : -1;
  const key = (row: (typeof visible)[number]) => row[columns[field]].valueOf();
  return visible
    .toSorted((a, b) => {
      if (key(a) !== key(b)) return key(a) < key(b) ? -sign : sign;
      return a.id < b.id ? -sign : sign;
    })
    .map(({ id }) => id);
}

const directions = ['ASC', 'DESC'] as const;
const orders = (['CREATED_AT', 'UPDATED_AT', 'NAME'] as const).flatMap((field) =>
  directions.map((direction) => ({ field, direction })),
);

describe.each(orders)('by $field, $direction', (orderBy) => {
  async function readAll(selection: string, end: 'first' | 'last'): Promise<string[]> {
    const document = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: RepositoryOrder) {
      repositories(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) {
        nodes { id ${selection} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
    const nodes = await readAllPages<{ id: string }>(end, 4, async (page) => {
      const reply = await person.send(document, { ...page, orderBy });
      expect(reply.errors).toEqual([]);
      return reply.data.repositories;
    });
    return nodes.map(({ id }) => id);
  }

  it.each(['name', 'organization { id }'])('is complete with %s', async (selection) => {
    const expected = sorted(orderBy.field, orderBy.direction);
    expect(await readAll(selection, 'first')).toEqual(expected);
    expect(await readAll(selection, 'last')).toEqual(expected);
  });
});
