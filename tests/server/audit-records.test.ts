/** What the audit log says of changes to the records of each entity. */
import { expect, it } from 'vitest';
import { createRecord, unique } from '#tests/support/factories.ts';
import { dependents, editable, idVariable, rowOf, sendField } from '#tests/support/records.ts';
import { auditOf } from '#tests/support/schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const admin = await server.as('admin');

const eventsOf = (recordId: string, mutation: string) =>
  database.auditEvent.findMany({
    where: { recordId, kind: { in: [...(auditOf[mutation] ?? [])] } },
  });

it.each(editable)('names the column that an update of a $type changed, once', async (entity) => {
  const { update } = entity;
  const id = await createRecord(database, entity);
  const before = await rowOf(database, entity, id);
  const variables = { name: unique('renamed'), ...idVariable(entity, id) };
  await sendField(entity, update, admin, variables);
  await sendField(entity, update, admin, variables);
  const after = await rowOf(database, entity, id);
  const [event, ...others] = await eventsOf(id, update);
  expect(others).toEqual([]);
  const [column = '', ...more] = event?.changedFields ?? [];
  expect(more).toEqual([]);
  expect(after?.[column]).not.toBe(before?.[column]);
});

it.each(dependents)('counts each $child.type that goes with a $parent.type', async (row) => {
  const { child, parent, column } = row;
  const childId = await createRecord(database, child);
  const id = (await rowOf(database, child, childId))?.[column] ?? '';
  await sendField(parent, parent.remove, admin, idVariable(parent, id));
  const [event] = await eventsOf(id, parent.remove);
  expect(event?.detail).toContain(`${child.type}: 1`);
});
