import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import {
  createInvitation,
  createOrganization,
  createTeam,
  unique,
} from '#tests/support/factories.ts';
import { second } from '#tests/support/other-languages.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';
import { textsOf } from '#tests/support/texts.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const invite = (person: Pick<TestUser, 'send'>, input: object) =>
  payloadOf(person, 'inviteMembers', input, 'invitations { id email state role }');

const owner = await server.as('user');
const newOrganization = (members = {}) =>
  createOrganization(database, { ownerId: owner.id, members, name: 'Acme & Sons' });
const address = () => `${unique('invited')}@example.com`;

async function invited(options: { teamId?: string; organizationId?: string } = {}) {
  const person = await server.as('user');
  const organizationId = options.organizationId ?? (await newOrganization()).id;
  const { email } = person;
  const row = { ...options, organizationId, email, inviterId: owner.id };
  return { person, organizationId, id: (await createInvitation(database, row)).id };
}

describe('an invitation', () => {
  it('is sent by mail, in the recipient’s language, to the page where it is answered', async () => {
    const person = await server.as('user');
    await database.user.update({ where: { id: person.id }, data: { language: second } });
    const { id: organizationId } = await newOrganization();
    const { invitations, errors } = await invite(owner, {
      ...{ organizationId, emails: [person.email.toUpperCase()], role: 'ADMIN' },
    });
    expect(errors).toEqual([]);
    const [invitation] = invitations;
    expect(invitation).toMatchObject({ email: person.email, state: 'PENDING', role: 'ADMIN' });
    const mail = await server.mailTo(person.email);
    const t = textsOf(second);
    const names = { appName: 'Atrium', inviter: 'Some user', organization: 'Acme & Sons' };
    expect(mail.subject).toBe(t('mail:organizationInvitation.subject', names));
    const query = new URLSearchParams({ email: person.email });
    expect(mail.text).toContain(
      `${server.settings.baseUrl}/app/invitations/${invitation.id}?${query}`,
    );
    expect(mail.html).toContain('Acme &#38; Sons');
  });

  it('makes its recipient a member with the role and team, once', async () => {
    const { id: organizationId } = await newOrganization();
    const { id: teamId } = await createTeam(database, organizationId);
    const { person, id } = await invited({ organizationId, teamId });
    const before = await person.send(
      'query ($id: ID!) { node(id: $id) { ... on Invitation { organizationName inviterName teamName viewerCanAccept } } viewer { invitations { nodes { id } } } }',
      { id },
    );
    expect(before.data).toMatchObject({
      node: { organizationName: 'Acme & Sons', viewerCanAccept: true },
      viewer: { invitations: { nodes: [{ id }] } },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        payloadOf(person, 'acceptInvitation', { id }, 'member { role organization { id } }'),
      ),
    );
    expect(answers.filter(({ member }) => member)).toEqual([
      { member: { role: 'MEMBER', organization: { id: organizationId } }, errors: [] },
    ]);
    const where = { userId: person.id, organizationId };
    expect(await database.member.count({ where: { ...where, teams: { some: { teamId } } } })).toBe(
      1,
    );
    const { data } = await person.send(
      '{ viewer { memberships { nodes { organization { id } } } } }',
    );
    expect(data.viewer.memberships.nodes).toEqual([{ organization: { id: organizationId } }]);
  });

  it('is refused without the permission to read organizations', async () => {
    const { person, id } = await invited();
    await database.$executeRaw`ALTER TABLE "user" DROP CONSTRAINT "user_role_known"`;
    await database.user.update({ where: { id: person.id }, data: { role: 'agent' } });
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual(['FORBIDDEN']);
    expect(await database.member.count({ where: { userId: person.id } })).toBe(0);
    const { data } = await person.send(
      'query ($id: ID!) { node(id: $id) { ... on Invitation { state viewerCanAccept } } }',
      { id },
    );
    expect(data.node).toEqual({ state: 'PENDING', viewerCanAccept: false });
  });

  it('is answered by its recipient only, signed in', async () => {
    const { person, id } = await invited();
    const [outsider, manager] = [await server.as('user'), await server.as('admin')];
    for (const mutation of ['acceptInvitation', 'declineInvitation']) {
      for (const other of [outsider, manager, owner]) {
        const codes = await mutate(other, mutation, { id });
        expect(codes).toEqual(['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION']);
      }
    }
    expect(await mutate(person, 'declineInvitation', { id })).toEqual([]);
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual(['INVITATION_NOT_FOUND']);
  });

  it('belongs to its address: the account that has it at the time can answer', async () => {
    const { person, id } = await invited();
    await database.user.update({ where: { id: person.id }, data: { email: address() } });
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([
      'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
    ]);
    const successor = await server.as('user');
    await database.user.update({ where: { id: successor.id }, data: { email: person.email } });
    expect(await mutate(successor, 'acceptInvitation', { id })).toEqual([]);
  });

  it('cannot be accepted when it has expired or was cancelled, until it is sent again', async () => {
    const { person, id } = await invited();
    await database.invitation.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual(['INVITATION_NOT_FOUND']);
    expect(await mutate(owner, 'resendInvitation', { id })).toEqual([]);
    expect(await server.mailsTo(person.email)).toHaveLength(2);
    expect(await mutate(owner, 'cancelInvitation', { id })).toEqual([]);
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual(['INVITATION_NOT_FOUND']);
    expect(await mutate(owner, 'resendInvitation', { id })).toEqual(['INVITATION_NOT_FOUND']);
  });

  it('is sent once if its request is repeated within a minute', async () => {
    const [{ id: organizationId }, email] = [await newOrganization(), address()];
    const input = { organizationId, emails: [email], role: 'MEMBER' };
    const [first, second] = await Promise.all([invite(owner, input), invite(owner, input)]);
    expect(first.errors).toEqual([]);
    expect(second).toEqual(first);
    const [{ id }] = first.invitations;
    expect(await mutate(owner, 'resendInvitation', { id })).toEqual([]);
    expect(await server.mailsTo(email)).toHaveLength(1);
    expect(await database.auditEvent.count({ where: { recordId: id } })).toBe(1);
    const taken = [
      { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', field: ['emails', '0'] },
    ];
    expect((await invite(owner, { ...input, role: 'ADMIN' })).errors).toEqual(taken);
    await database.invitation.update({
      where: { id },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    });
    expect((await invite(owner, input)).errors).toEqual(taken);
    expect(await mutate(owner, 'resendInvitation', { id })).toEqual([]);
    expect(await server.mailsTo(email)).toHaveLength(2);
  });

  it('cannot be accepted once its sender may not invite people, until another sends it', async () => {
    const [sender, other] = [await server.as('user'), await server.as('user')];
    const { id: organizationId } = await newOrganization({
      [sender.id]: 'admin',
      [other.id]: 'admin',
    });
    const person = await server.as('user');
    const { email } = person;
    const { id } = await createInvitation(database, {
      organizationId,
      email,
      inviterId: sender.id,
    });
    const gone = 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION';
    await database.member.updateMany({ where: { userId: sender.id }, data: { role: 'member' } });
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([gone]);
    await database.user.delete({ where: { id: sender.id } });
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([gone]);
    expect(await mutate(other, 'resendInvitation', { id })).toEqual([]);
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([]);
  });

  it('makes nobody an owner unless its sender still may', async () => {
    const sender = await server.as('user');
    const { id: organizationId } = await newOrganization({ [sender.id]: 'owner' });
    const person = await server.as('user');
    const { email } = person;
    const row = { organizationId, email, inviterId: sender.id, role: 'owner' as const };
    const { id } = await createInvitation(database, row);
    await database.member.updateMany({ where: { userId: sender.id }, data: { role: 'admin' } });
    const gone = 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION';
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([gone]);
    const refused = 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE';
    expect(await mutate(sender, 'resendInvitation', { id })).toEqual([refused]);
    expect(await mutate(owner, 'resendInvitation', { id })).toEqual([]);
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([]);
    const where = { organizationId, userId: person.id };
    expect((await database.member.findFirstOrThrow({ where })).role).toBe('owner');
  });

  it('is refused to a person who belongs to as many organizations as are allowed', async () => {
    const { person, id } = await invited();
    const organizations = Array.from({ length: organizationLimits.organizationsPerUser }, () => ({
      ...{ id: newId('Organization'), name: 'One of many', slug: unique('many') },
    }));
    const members = organizations.flatMap(({ id: organizationId }) => [
      { id: newId('Member'), organizationId, userId: person.id, role: 'member' as const },
      { id: newId('Member'), organizationId, userId: owner.id, role: 'owner' as const },
    ]);
    await database.$transaction([
      database.organization.createMany({ data: organizations }),
      database.member.createMany({ data: members }),
    ]);
    const most = 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS';
    expect(await mutate(person, 'acceptInvitation', { id })).toEqual([most]);
  });

  it('does not make an organization larger than allowed when several people accept at once', async () => {
    const { id: organizationId } = await newOrganization();
    const guests = await Promise.all([1, 2, 3].map(() => invited({ organizationId })));
    await database.organization.update({
      where: { id: organizationId },
      data: { memberCount: organizationLimits.membersPerOrganization - 1 },
    });
    const codes = await Promise.all(
      guests.map(({ person, id }) => mutate(person, 'acceptInvitation', { id })),
    );
    const full = 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED';
    expect(codes.flat()).toEqual([full, full]);
  });
});

describe('inviting people', () => {
  it('tells about each address that cannot be invited, and invites the others', async () => {
    const member = await server.as('user');
    const { id: organizationId } = await newOrganization({ [member.id]: 'member' });
    const [before, fresh] = [address(), address()];
    await createInvitation(database, { organizationId, email: before, inviterId: owner.id });
    const emails = [
      '',
      'nobody',
      fresh,
      before,
      member.email,
      fresh,
      `${'x'.repeat(260)}@a.example`,
    ];
    const { invitations, errors } = await invite(owner, { organizationId, emails, role: 'MEMBER' });
    expect(invitations.map(({ email }: { email: string }) => email)).toEqual([fresh]);
    expect(errors).toEqual([
      { code: 'EMAIL_REQUIRED', field: ['emails', '0'] },
      { code: 'EMAIL_INVALID', field: ['emails', '1'] },
      { code: 'EMAIL_TOO_LONG', field: ['emails', '6'] },
      { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', field: ['emails', '3'] },
      { code: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION', field: ['emails', '4'] },
    ]);
  });

  it('as an owner is for owners', async () => {
    const admin = await server.as('user');
    const { id: organizationId } = await newOrganization({ [admin.id]: 'admin' });
    const input = { organizationId, emails: [address()], role: 'OWNER' };
    const refused = ['YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'];
    expect(await mutate(admin, 'inviteMembers', input)).toEqual(refused);
    expect(await mutate(owner, 'inviteMembers', input)).toEqual([]);
  });

  it.each([
    'admin,owner',
    ' owner',
    'constructor',
    '[]',
    'OWNER,ADMIN',
    '',
    null,
    0,
    ['OWNER', 'ADMIN'],
  ])('refuses the role %j', async (role) => {
    const { id: organizationId } = await newOrganization();
    const email = address();
    const input = { organizationId, emails: [email], role };
    expect(await mutate(owner, 'inviteMembers', input)).toEqual(['BAD_REQUEST']);
    expect(await database.invitation.count({ where: { email } })).toBe(0);
  });

  it('ends at the limit of the organization and of its sender', async () => {
    const sender = await server.as('user');
    const { id: organizationId } = await createOrganization(database, { ownerId: sender.id });
    const some = () => Array.from({ length: limits.invitationsAtOnce }, address);
    const ask = (emails = some()) => invite(sender, { organizationId, emails, role: 'MEMBER' });
    for (let sent = 0; sent < limits.invitationsPerOrganization; sent += limits.invitationsAtOnce) {
      expect((await ask()).errors).toEqual([]);
    }
    // Cancelling frees a place in the organization, but not in the sender's limit.
    await database.invitation.updateMany({
      where: { organizationId },
      data: { state: 'cancelled' },
    });
    expect((await ask()).errors).toEqual(
      some().map((_, place) => ({
        code: 'EMAIL_LIMIT_REACHED',
        field: ['emails', String(place)],
      })),
    );
    await database.invitation.updateMany({ where: { organizationId }, data: { state: 'pending' } });
    const email = [address()];
    const { errors } = await invite(await server.as('admin'), {
      organizationId,
      emails: email,
      role: 'MEMBER',
    });
    expect(errors).toEqual([{ code: 'INVITATION_LIMIT_REACHED', field: null }]);
    const tooMany = { organizationId, emails: [...some(), address()], role: 'MEMBER' };
    expect(await mutate(sender, 'inviteMembers', tooMany)).toEqual(['BAD_REQUEST']);
  });
});
