/** What access tokens can't do with the records of each entity. */
import { describe, expect, it } from 'vitest';
import { entities } from '#server/entities.ts';
import { permissions } from '#shared/permissions.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createRecord } from '#tests/support/factories.ts';
import { dependents, editable, idVariable, rowOf, sendField } from '#tests/support/records.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';
import { createWorld } from '#tests/support/visibility-world.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

it('tests entities', () => expect(editable.length).toBeGreaterThan(0));

it.each(dependents)(
  'delete a $parent.type with a $child.type by the permission for one',
  async (row) => {
    const { child, parent, column } = row;
    const childId = await createRecord(database, child);
    const id = (await rowOf(database, child, childId))?.[column] ?? '';
    const read = entities.find(({ model }) => model === child.model)?.readPermission ?? '';
    const scopes = permissions.filter((each) => each !== read.replace(/:\w+$/, ':delete'));
    const token = await createToken(await server.as('admin'));
    await database.accessToken.update({ where: { id: token.id }, data: { scopes } });
    const limited = program(server, token.secret);
    const refused = await sendField(parent, parent.remove, limited, idVariable(parent, id));
    expect(errorCodes(refused)).toEqual(['FORBIDDEN']);
    expect(await rowOf(database, child, childId)).not.toBeNull();
  },
);

const ofOrganizations = editable.filter((each) => each.belongsToOrganization);

describe.runIf(ofOrganizations.length > 0)('limited to an organization', async () => {
  const { records } = await createWorld(database);
  const { id = '' } = records.User?.orgAdmin ?? {};
  const { email } = await database.user.findUniqueOrThrow({ where: { id } });
  const cookie = await server.signIn(email);
  const token = await createToken({ id, email, cookie, send: server.sendAs(cookie) });
  const organizationId = records.Organization?.ours?.id ?? null;
  const data = { organizationId, scopes: [...permissions] };
  await database.accessToken.update({ where: { id: token.id }, data });

  it.each(ofOrganizations)('change a $type of another one', async (entity) => {
    const by = program(server, token.secret);
    const update = async (record: string) => {
      const variables = idVariable(entity, record);
      const { data } = await sendField(entity, entity.update, by, variables);
      return data[entity.update].errors.map(({ code }: { code: string }) => code);
    };
    expect(await update(records[entity.type]?.ours?.id ?? '')).toEqual([]);
    expect(await update(await createRecord(database, entity))).toEqual(['NOT_FOUND']);
  });
});
