import { expect, it } from 'vitest';
import { createInvitation, createOrganization } from '#tests/support/factories.ts';
import { untilWaiting } from '#tests/support/open-transaction.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

async function act(person: TestUser, call: string, id: string) {
  const answer = await person.send(`mutation ($id: ID!) { result: ${call} { errors { code } } }`, {
    id,
  });
  const found = (answer.data?.result?.errors ?? []) as { code: string }[];
  return [...errorCodes(answer), ...found.map(({ code }) => code)];
}

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

const remove: Act = ({ owner, memberId }) =>
  act(owner, 'removeMember(input: { id: $id })', memberId);
const demote: Act = ({ owner, memberId }) =>
  act(owner, 'updateMember(input: { id: $id, role: MEMBER })', memberId);
const leave: Act = ({ person, organizationId }) =>
  act(person, 'leaveOrganization(input: { id: $id })', organizationId);
const deleteOrganization: Act = ({ owner, organizationId }) =>
  act(owner, 'deleteOrganization(input: { id: $id })', organizationId);
const deleteUsers: Act = ({ manager, person }) =>
  act(manager, 'deleteUsers(input: { ids: [$id] })', person.id);

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
    const accepted = act(person, 'acceptInvitation(input: { id: $id })', id);
    await untilWaiting(database, 1);
    return { accepted };
  });
  expect(await accepted).toEqual(['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION']);
  expect(await database.member.count({ where: { userId: person.id } })).toBe(0);
});
