import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createOrganization, createPasskey, createRepository } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const other = await startServer({}, server.url);
afterAll(() => other.stop());
const { database } = server;

type Sender = Pick<TestUser, 'send'>;

const requirePasskey = `mutation ($id: ID!, $requiresPasskey: Boolean!) {
  updateOrganizationPasskeyRequirement(input: { id: $id, requiresPasskey: $requiresPasskey }) {
    organization { requiresPasskey viewerRole } errors { code } } }`;

async function setRequirement(person: Sender, id: string, requiresPasskey = true) {
  const { data } = await person.send(requirePasskey, { id, requiresPasskey });
  return data.updateOrganizationPasskeyRequirement;
}

/** As if the session had been opened with a passkey. */
async function openByPasskey({ id: userId }: TestUser, passkeyName: string | null = 'Laptop') {
  await database.session.updateMany({ where: { userId }, data: { passkeyName } });
}

async function personByPasskey(on: TestServer = server) {
  const person = await on.as('user');
  await createPasskey(database, person.id);
  await openByPasskey(person);
  return person;
}

/** An organization that requires a passkey, whose owner is in such a session and whose member is not. */
async function lockedOrganization() {
  const owner = await personByPasskey();
  const member = await server.as('user');
  const organization = await createOrganization(database, {
    ...{ ownerId: owner.id, members: { [member.id]: 'member' }, name: 'Locked' },
  });
  const { id } = organization;
  const repository = await createRepository(database, { organizationId: id });
  const { id: memberId } = await database.member.findFirstOrThrow({ where: { userId: member.id } });
  return { owner, member, organization, id, repository, memberId };
}

async function join(organizationId: string, { id: userId }: Pick<TestUser, 'id'>) {
  const id = newId('Member');
  await database.member.create({ data: { id, organizationId, userId, role: 'member' } });
  return id;
}

const everything = `query ($id: ID!, $slug: String!, $repositoryId: ID!, $memberId: ID!, $name: String!) {
  organization(id: $id) { id }
  organizationBySlug(slug: $slug) { id }
  repository(id: $repositoryId) { id }
  nodes(ids: [$id, $repositoryId, $memberId]) { id }
  repositories(searchTerm: $name) { totalCount nodes { id } }
  viewer { memberships { totalCount nodes { id } } user { memberships { nodes { id } } } }
}`;

type Locked = Awaited<ReturnType<typeof lockedOrganization>>;

/** How many of the ways to the organization's records lead there. */
async function countSeen(person: Sender, { id, organization, repository, memberId }: Locked) {
  const { data } = await person.send(everything, {
    ...{ id, slug: organization.slug, repositoryId: repository.id, memberId },
    name: repository.name,
  });
  const text = JSON.stringify(data);
  expect(data.repositories.totalCount).toBe(data.repositories.nodes.length);
  expect(data.viewer.memberships.totalCount).toBe(data.viewer.memberships.nodes.length);
  return [id, repository.id, memberId].filter((each) => text.includes(each)).length;
}

describe('an organization that requires a passkey', () => {
  it.each([
    ['a session that was opened with a code', false, 0],
    ['a session that was opened with a passkey', true, 3],
  ])('counts in %s: %s', async (_session, isByPasskey, seen) => {
    const locked = await lockedOrganization();
    const { owner, member, id } = locked;
    expect(await countSeen(member, locked)).toBe(3);
    expect(await setRequirement(owner, id)).toEqual({
      organization: { requiresPasskey: true, viewerRole: 'OWNER' },
      errors: [],
    });
    if (isByPasskey) await openByPasskey(member);
    expect(await countSeen(member, locked)).toBe(seen);
    expect((await setRequirement(owner, id, false)).errors).toEqual([]);
    expect(await countSeen(member, locked)).toBe(3);
  });

  it.each([
    ['in a session that was opened with a passkey', true, undefined, 3],
    ['in another session', false, undefined, 0],
    ['in another session, then rotated in one with a passkey', false, true, 0],
    ['in a session with a passkey, then rotated in another', true, false, 0],
  ])('counts for a token created %s: %s', async (_kind, isByPasskey, rotatedByPasskey, seen) => {
    const locked = await lockedOrganization();
    const { owner, member, id } = locked;
    const scopes = ['ORGANIZATION_READ', 'REPOSITORY_READ'];
    const only = async (byPasskey: boolean) => openByPasskey(member, byPasskey ? 'Laptop' : null);
    await only(isByPasskey);
    const tokens = [
      await createToken(member, { scopes }),
      await createToken(member, { scopes, organizationId: id }),
    ];
    await setRequirement(owner, id);
    for (const token of tokens) {
      let { secret } = token;
      if (rotatedByPasskey !== undefined) {
        await only(rotatedByPasskey);
        const rotate = `mutation ($id: ID!) { rotateAccessToken(input: { id: $id, overlapHours: 1 }) { secret } }`;
        ({ secret } = (await member.send(rotate, { id: token.id })).data.rotateAccessToken);
      }
      const isRefused = token === tokens[1] && seen === 0;
      const bot = program(server, secret);
      if (isRefused)
        expect(errorCodes(await bot.send('{ viewer { user { id } } }'))).toEqual([
          'UNAUTHENTICATED',
        ]);
      else expect(await countSeen(bot, locked)).toBe(seen);
    }
    if (seen) return;
    const scopesIn = { scopes: ['REPOSITORY_READ'], organizationId: id };
    await only(false);
    await expect(createToken(member, scopesIn)).rejects.toThrow('NOT_FOUND');
    await only(true);
    await createToken(member, scopesIn);
  });

  it('keeps its service accounts', async () => {
    const locked = await lockedOrganization();
    const { owner, id } = locked;
    const create = `mutation ($id: ID!) { createOrganizationServiceAccount(input: {
      organizationId: $id, name: "Robot", role: MEMBER }) { member { userId } } }`;
    const { data } = await owner.send(create, { id });
    const { userId } = data.createOrganizationServiceAccount.member;
    await openByPasskey(owner, null);
    const scopes = ['ORGANIZATION_READ', 'REPOSITORY_READ'];
    const { secret } = await createToken(owner, { userId, scopes });
    await openByPasskey(owner);
    await setRequirement(owner, id);
    const { data: seen } = await program(server, secret).send(
      `{ repository(id: "${locked.repository.id}") { id } organization(id: "${id}") { viewerRole } }`,
    );
    expect(seen).toEqual({
      repository: { id: locked.repository.id },
      organization: { viewerRole: 'MEMBER' },
    });
  });

  it('counts while impersonating only if the manager signed in with a passkey', async () => {
    const locked = await lockedOrganization();
    const { manager, ...person } = await server.impersonate();
    const mine = { ...locked, memberId: await join(locked.id, person) };
    await setRequirement(locked.owner, locked.id);
    await openByPasskey(person);
    expect(await countSeen(person, mine)).toBe(0);
    await openByPasskey(manager);
    expect(await countSeen(person, mine)).toBe(3);
  });

  it('is still shown to managers, who can stop it in any session', async () => {
    const locked = await lockedOrganization();
    await setRequirement(locked.owner, locked.id);
    const manager = await server.as('admin');
    expect(await countSeen(manager, locked)).toBe(3);
    const refused = await setRequirement(manager, locked.id);
    expect(refused.errors).toEqual([{ code: 'PASSKEY_SESSION_REQUIRED' }]);
    expect((await setRequirement(manager, locked.id, false)).errors).toEqual([]);
    expect(await countSeen(locked.member, locked)).toBe(3);
  });

  it('is named to members without a passkey, who can leave it', async () => {
    const locked = await lockedOrganization();
    const { owner, member, id, organization } = locked;
    const list = `{ viewer { organizationsRequiringPasskey {
      organizationId name slug viewerCanLeave } } }`;
    const read = async (person: Sender) =>
      (await person.send(list)).data.viewer.organizationsRequiringPasskey;
    expect(await read(member)).toEqual([]);
    await setRequirement(owner, id);
    const shown = { organizationId: id, name: 'Locked', slug: organization.slug };
    expect(await read(member)).toEqual([{ ...shown, viewerCanLeave: true }]);
    expect(await read(owner)).toEqual([]);
    await openByPasskey(owner, null);
    expect(await read(owner)).toEqual([{ ...shown, viewerCanLeave: false }]);
    const leave =
      'mutation ($id: ID!) { leaveOrganization(input: { id: $id }) { errors { code } } }';
    expect((await member.send(leave, { id })).data.leaveOrganization.errors).toEqual([]);
    expect(await read(member)).toEqual([]);
    const { secret } = await createToken(member, { scopes: ['ORGANIZATION_READ'] });
    expect(errorCodes(await program(server, secret).send(list))).toEqual(['ACCESS_TOKEN_REFUSED']);
  });

  it('counts for nobody who joins it in a session without a passkey', async () => {
    const locked = await lockedOrganization();
    const { owner, id } = locked;
    await setRequirement(owner, id);
    const guest = await server.as('user');
    const invite = `mutation ($id: ID!, $email: String!) { inviteMembers(input: {
      organizationId: $id, emails: [$email], role: ADMIN }) { invitations { id } errors { code } } }`;
    const { data } = await owner.send(invite, { id, email: guest.email });
    const [invitation] = data.inviteMembers.invitations;
    const accept =
      'mutation ($id: ID!) { acceptInvitation(input: { id: $id }) { errors { code } } }';
    await guest.send(accept, { id: invitation.id });
    const { id: memberId } = await database.member.findFirstOrThrow({
      where: { userId: guest.id },
    });
    expect(await countSeen(guest, { ...locked, memberId })).toBe(0);
    await openByPasskey(guest);
    expect(await countSeen(guest, { ...locked, memberId })).toBe(3);
  });
});

describe('to require a passkey', () => {
  it('takes an owner in a session that was opened with one', async () => {
    const { owner, member, id } = await lockedOrganization();
    await openByPasskey(owner, null);
    const refused = await setRequirement(owner, id);
    expect(refused.errors).toEqual([{ code: 'PASSKEY_SESSION_REQUIRED' }]);
    await openByPasskey(member);
    await database.member.updateMany({ where: { userId: member.id }, data: { role: 'admin' } });
    expect((await setRequirement(member, id)).errors).toEqual([
      { code: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION' },
    ]);
    const outsider = await personByPasskey();
    expect((await setRequirement(outsider, id)).errors).toEqual([{ code: 'NOT_FOUND' }]);
    const { secret } = await createToken(owner, { scopes: ['ORGANIZATION_UPDATE'] });
    const variables = { id, requiresPasskey: false };
    expect(errorCodes(await program(server, secret).send(requirePasskey, variables))).toEqual([
      'ACCESS_TOKEN_REFUSED',
    ]);
  });

  it('shows owners alone who has none, mails them, and is recorded', async () => {
    const { owner, member, id } = await lockedOrganization();
    const query = `query ($id: ID!) { organization(id: $id) {
      viewerCanUpdatePasskeyRequirement membersWithoutPasskey { totalCount nodes { userId } } } }`;
    expect((await owner.send(query, { id })).data.organization).toEqual({
      viewerCanUpdatePasskeyRequirement: true,
      membersWithoutPasskey: { totalCount: 1, nodes: [{ userId: member.id }] },
    });
    expect((await member.send(query, { id })).data.organization).toEqual({
      viewerCanUpdatePasskeyRequirement: false,
      membersWithoutPasskey: null,
    });
    await setRequirement(owner, id);
    await setRequirement(owner, id);
    expect((await server.mailTo(member.email)).subject).toContain('requires a passkey');
    const mails = await database.mail.findMany({
      where: { to: { in: [member.email, owner.email] } },
    });
    expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(1);
    await setRequirement(owner, id, false);
    const events = await database.auditEvent.findMany({
      where: { recordId: id },
      orderBy: { id: 'asc' },
      select: { kind: true, actorId: true },
    });
    expect(events).toEqual([
      { kind: 'organization_passkeys_required', actorId: owner.id },
      { kind: 'organization_passkeys_optional', actorId: owner.id },
    ]);
  });

  it('ends what an open event stream of another instance sends', async () => {
    const { owner, member, id, repository } = await lockedOrganization();
    const colleague = await personByPasskey();
    await join(id, colleague);
    const stream = await followEvents(other, member);
    const control = await followEvents(other, colleague);
    const rename = async (name: string) =>
      database.repository.update({ where: { id: repository.id }, data: { name } });
    const seen: unknown[] = [];
    await rename('before');
    expect(await stream.nextOf('RecordChange')).toMatchObject({ node: { name: 'before' } });
    expect((await setRequirement(owner, id)).errors).toEqual([]);
    await rename('after');
    const { id: last } = await createRepository(database);
    const isSeen = (text: string) => JSON.stringify(seen).includes(text);
    while (!isSeen(last) || !isSeen('ViewerChange')) seen.push(await stream.next());
    expect(isSeen('after')).toBe(false);
    const followed: unknown[] = [];
    while (!JSON.stringify(followed).includes('after')) followed.push(await control.next());
    await Promise.all([stream.close(), control.close()]);
  });
});

describe('passkeys of a member', () => {
  const registerOptions = '/api/auth/passkey/generate-register-options';
  const register = '/api/auth/passkey/verify-registration';
  const remove = 'mutation ($id: ID!) { removePasskey(input: { id: $id }) { errors { code } } }';

  it('are added and removed only in a session that was opened with one, except for the first', async () => {
    const { owner, member, id } = await lockedOrganization();
    await setRequirement(owner, id);
    const browser = server.browser();
    await server.ageRateLimits(60);
    await browser.requestCode(member.email);
    await browser.enterCode(member.email, await server.codeFor(member.email));
    const open = () => browser.open(registerOptions);
    const first = createAuthenticator();
    const options = await (await open()).json();
    const added = await browser.post(register, { response: first.register(options) });
    expect(added.status).toBe(200);
    const { id: passkeyId } = await added.json();

    const refused = await open();
    expect([refused.status, (await refused.json()).code]).toEqual([
      403,
      'PASSKEY_SESSION_REQUIRED',
    ]);
    // The challenge was asked for before the first passkey was added.
    const late = await browser.post(register, {
      response: createAuthenticator().register(options),
    });
    expect([late.status, (await late.json()).code]).toEqual([403, 'PASSKEY_SESSION_REQUIRED']);
    const send = server.sendAs(browser.cookie());
    const code = [{ code: 'PASSKEY_SESSION_REQUIRED' }];
    expect((await send(remove, { id: passkeyId })).data.removePasskey.errors).toEqual(code);

    const createCodes = 'mutation { createRecoveryCodes { errors { code } } }';
    expect((await send(createCodes)).data.createRecoveryCodes.errors).toEqual(code);

    await database.session.updateMany({
      where: { userId: member.id },
      data: { signInMethod: 'recovery_code' },
    });
    expect((await open()).status).toBe(200);
    expect((await send(createCodes)).data.createRecoveryCodes.errors).toEqual([]);
    expect((await send(`{ organization(id: "${id}") { id } }`)).data.organization).toBeNull();
    await openByPasskey(member);
    expect((await open()).status).toBe(200);
    expect((await send(remove, { id: passkeyId })).data.removePasskey.errors).toEqual([]);
  });
});
