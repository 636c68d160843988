/** What “This wasn't me” undoes of what a thief gave out in the owner's name. */
import { expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import { createOrganization, unique } from '#tests/support/factories.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

type Person = Pick<TestUser, 'id' | 'email' | 'send'>;

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

async function press({ id, email }: Person): Promise<Json> {
  const token = secureAccountLink(createKeyedHmac([server.secret]), { id, email }).split('#')[1];
  const response = await server.browser().post('/api/auth/secure-account', { token });
  expect(response.status).toBe(200);
  return response.json();
}

async function succeed(...args: Parameters<typeof payloadOf>): Promise<Json> {
  const payload = await payloadOf(...args);
  expect(payload.errors).toEqual([]);
  return payload;
}

async function invite(inviter: Person, organizationId: string, email: string, role: string) {
  const input = { organizationId, emails: [email], role };
  const { invitations } = await succeed(inviter, 'inviteMembers', input, 'invitations { id }');
  return invitations[0].id as string;
}

async function join(inviter: Person, organizationId: string, person: Person, role: string) {
  const id = await invite(inviter, organizationId, person.email, role);
  await succeed(person, 'acceptInvitation', { id });
}

async function giveRole(
  giver: Person,
  organizationId: string,
  { id: userId }: Person,
  role: string,
) {
  const where = { userId_organizationId: { userId, organizationId } };
  const { id } = await database.member.findUniqueOrThrow({ where });
  await succeed(giver, 'updateMember', { id, role });
}

async function rolesIn(organizationId: string) {
  const members = await database.member.findMany({ where: { organizationId } });
  return new Map(members.map(({ userId, role }) => [userId, role]));
}

it('whom the thief let into an organization is out, and whom they invited stays out', async () => {
  const [owner, thief, colleague] = [
    await server.as('user'),
    await server.as('user'),
    await server.as('user'),
  ];
  const { id } = await createOrganization(database, {
    ...{ ownerId: owner.id, members: { [colleague.id]: 'member' } },
  });
  await join(owner, id, thief, 'OWNER');
  const accomplice = await server.as('user');
  await join(thief, id, accomplice, 'ADMIN');
  const waiting = await invite(owner, id, `${unique('later')}@example.com`, 'ADMIN');
  const before = await invite(owner, id, `${unique('before')}@example.com`, 'MEMBER');
  await database.$executeRaw`
    UPDATE "invitation" SET "updatedAt" = ${daysAgo(8)} WHERE "id" = ${before}`;
  await press(owner);
  expect(await rolesIn(id)).toEqual(
    new Map([
      [owner.id, 'owner'],
      [colleague.id, 'member'],
    ]),
  );
  const stateOf = async (invitation: string) =>
    (await database.invitation.findUniqueOrThrow({ where: { id: invitation } })).state;
  expect(await stateOf(waiting)).toBe('cancelled');
  expect(await stateOf(before)).toBe('pending');
  const removed = await database.auditEvent.findMany({
    where: { organizationId: id, kind: { in: ['member_removed', 'invitation_cancelled'] } },
  });
  expect(removed.map(({ actorId }) => actorId)).toEqual([owner.id, owner.id, owner.id]);
});

it('roles that the thief gave are those of before, what others gave stays', async () => {
  const [owner, other] = [await server.as('user'), await server.as('user')];
  const { id } = await createOrganization(database, {
    ...{ ownerId: owner.id, members: { [other.id]: 'owner' } },
  });
  await database.member.updateMany({
    where: { organizationId: id },
    data: { createdAt: daysAgo(30) },
  });
  const [promoted, kept] = [await server.as('user'), await server.as('user')];
  for (const person of [promoted, kept]) await join(other, id, person, 'ADMIN');
  await giveRole(owner, id, promoted, 'OWNER');
  await giveRole(owner, id, kept, 'OWNER');
  await giveRole(other, id, kept, 'MEMBER');
  await press(owner);
  expect(await rolesIn(id)).toEqual(
    new Map([
      [owner.id, 'owner'],
      [other.id, 'owner'],
      [promoted.id, 'admin'],
      [kept.id, 'member'],
    ]),
  );
});

it.each<[string, (owner: Person, thief: Person, id: string) => Promise<unknown>]>([
  ['demoted', (owner, thief, id) => giveRole(thief, id, owner, 'MEMBER')],
  [
    'removed',
    async (owner, thief, organizationId) => {
      const where = { userId_organizationId: { userId: owner.id, organizationId } };
      const { id } = await database.member.findUniqueOrThrow({ where });
      await succeed(thief, 'removeMember', { id });
    },
  ],
])('an owner whom the thief %s owns the organization again', async (_what, end) => {
  const [owner, thief] = [await server.as('user'), await server.as('user')];
  const { id } = await createOrganization(database, { ownerId: owner.id });
  await join(owner, id, thief, 'OWNER');
  await end(owner, thief, id);
  await press(owner);
  expect(await rolesIn(id)).toEqual(new Map([[owner.id, 'owner']]));
});

it('memberships that the thief accepted for the owner end, organizations of theirs stay', async () => {
  const [owner, thief] = [await server.as('user'), await server.as('user')];
  const { id } = await createOrganization(database, { ownerId: thief.id });
  const long = await createOrganization(database, { ownerId: thief.id });
  await join(thief, id, owner, 'OWNER');
  await join(thief, long.id, owner, 'MEMBER');
  await database.member.updateMany({
    where: { organizationId: long.id },
    data: { createdAt: daysAgo(8) },
  });
  const input = { name: 'Own', slug: unique('own') };
  const own = await succeed(owner, 'createOrganization', input, 'organization { id }');
  await press(owner);
  expect((await rolesIn(id)).has(owner.id)).toBe(false);
  expect((await rolesIn(long.id)).get(owner.id)).toBe('member');
  expect((await rolesIn(own.organization.id)).get(owner.id)).toBe('owner');
});

it('access tokens that the thief created or rotated are revoked, also of service accounts', async () => {
  const admin = await server.as('admin');
  const scopes = ['REPOSITORY_READ'];
  const robot = await createServiceAccount(admin, unique('robot'));
  const [old, rotated, others] = [
    await createToken(admin, { scopes }),
    await createToken(await server.as('admin'), { scopes, userId: robot }),
    await createToken(await server.as('admin'), { scopes }),
  ];
  const updatedAt = daysAgo(9);
  await database.$executeRaw`
    UPDATE "access_token" SET "createdAt" = ${updatedAt}, "updatedAt" = ${updatedAt}
    WHERE "id" IN (${old.id}, ${rotated.id})`;
  const rotating = { id: rotated.id, overlapHours: 0 };
  const { secret } = await succeed(admin, 'rotateAccessToken', rotating, 'secret');
  const own = await createToken(admin, { scopes });
  const ofRobot = await createToken(admin, { scopes, userId: robot });
  await press(admin);
  const works = async (token: string) =>
    (await program(server, token).send('{ repositories(first: 1) { totalCount } }')).status === 200;
  const state = await Promise.all(
    [old.secret, others.secret, secret, own.secret, ofRobot.secret].map(works),
  );
  expect(state).toEqual([true, true, false, false, false]);
  const events = { kind: 'access_token_revoked', doneById: admin.id } as const;
  expect(await database.auditEvent.count({ where: events })).toBe(3);
});

it('identity providers that the thief linked are unlinked', async () => {
  const owner = await server.as('user');
  const link = (providerId: string, createdAt: Date) =>
    database.account.create({
      data: {
        id: unique('account'),
        ...{ accountId: unique('theirs'), providerId, userId: owner.id, createdAt },
      },
    });
  await link('github', daysAgo(8));
  await link('oidc', new Date());
  await press(owner);
  const left = await database.account.findMany({ where: { userId: owner.id } });
  expect(left.map(({ providerId }) => providerId)).toEqual(['github']);
});

it('roles of the installation that a thief gave with an admin’s account are taken back', async () => {
  const admin = await server.as('admin');
  const [accomplice, former] = [await server.as('user'), await server.as('admin')];
  await succeed(admin, 'updateUser', { id: accomplice.id, role: 'ADMIN' });
  const newAdmin = { email: `${unique('invited')}@example.com`, role: 'ADMIN' };
  const invited = await succeed(admin, 'createUser', newAdmin, 'user { id }');
  await press(admin);
  const ids = [accomplice.id, invited.user.id, former.id, admin.id];
  const roles = await database.user.findMany({ where: { id: { in: ids } } });
  expect(new Map(roles.map(({ id, role }) => [id, role]))).toEqual(
    new Map(ids.map((id, place) => [id, place < 2 ? 'user' : 'admin'])),
  );
});

it('records stay, and are listed to the owner', async () => {
  const owner = await server.as('user');
  const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
  const input = { organizationId, name: 'Planted', link: 'https://evil.example' };
  const { repository } = await succeed(owner, 'createRepository', input, 'repository { id }');
  await invite(owner, organizationId, `${unique('friend')}@example.com`, 'MEMBER');
  expect(await press(owner)).toEqual({
    success: true,
    stays: [
      {
        id: expect.any(String),
        kind: 'REPOSITORY_CREATED',
        detail: 'Planted',
        createdAt: expect.any(String),
      },
    ],
  });
  expect(await database.repository.count({ where: { id: repository.id } })).toBe(1);
});
