import { expect, it } from 'vitest';
import { createInvitation, createOrganization } from '#tests/support/factories.ts';
import { untilWaiting } from '#tests/support/open-transaction.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

async function createAll() {
  const [owner, person, manager] = await Promise.all([
    server.as('user'),
    server.as('user'),
    server.as('admin'),
  ]);
  const { id: organizationId } = await createOrganization(database, {
    ownerId: owner.id,
    members: { [person.id]: 'owner' },
  });
  const where = { organizationId, userId: person.id };
  const { id: memberId } = await database.member.findFirstOrThrow({ where });
  return { owner, person, manager, organizationId, memberId };
}

type All = Awaited<ReturnType<typeof createAll>>;
type Act = (all: All) => Promise<string[]>;

const remove: Act = ({ owner, memberId }) => mutate(owner, 'removeMember', { id: memberId });
const demote: Act = ({ owner, memberId }) =>
  mutate(owner, 'updateMember', { id: memberId, role: 'MEMBER' });
const leave: Act = ({ person, organizationId }) =>
  mutate(person, 'leaveOrganization', { id: organizationId });
const deleteOrganization: Act = ({ owner, organizationId }) =>
  mutate(owner, 'deleteOrganization', { id: organizationId });
const deleteUsers: Act = ({ manager, person }) =>
  mutate(manager, 'deleteUsers', { ids: [person.id] });

it.each<[string, Act, Act, string[]]>([
  ['a member is removed, and their account deleted', remove, deleteUsers, []],
  ['a member gets another role, and their account is deleted', demote, deleteUsers, []],
  ['a member leaves, and their account is deleted', leave, deleteUsers, []],
  ['an organization is deleted, and a member removed', deleteOrganization, remove, ['NOT_FOUND']],
  ['an organization is deleted, and the account of a member', deleteOrganization, deleteUsers, []],
])('%s at the same time: one waits for the other', async (_what, first, second, codes) => {
  const all = await createAll();
  const { organizationId } = all;
  const answers = await database.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT 1 FROM "organization" WHERE "id" = ${organizationId} FOR NO KEY UPDATE`;
    const one = first(all);
    await untilWaiting(database, 1);
    const other = second(all);
    await untilWaiting(database, 2);
    return { one, other };
  });
  expect([await answers.one, await answers.other]).toEqual([[], codes]);
});

it('nobody joins with an address that is no longer theirs when they join', async () => {
  const { owner, organizationId } = await createAll();
  const person = await server.as('user');
  const { email } = person;
  const row = { organizationId, email, inviterId: owner.id };
  const { id } = await createInvitation(database, row);
  const { accepted } = await database.$transaction(async (transaction) => {
    await transaction.user.update({
      where: { id: person.id },
      data: { email: `former-${email}` },
    });
    const accepted = mutate(person, 'acceptInvitation', { id });
    await untilWaiting(database, 1);
    return { accepted };
  });
  expect(await accepted).toEqual(['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION']);
  expect(await database.member.count({ where: { userId: person.id } })).toBe(0);
});
