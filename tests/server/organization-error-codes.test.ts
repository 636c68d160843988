import { isInputObjectType, isNonNullType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { createMailLimits } from '#server/auth/limits/mail-limits.ts';
import { newId } from '#server/database/ids.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import {
  createInvitation,
  createOrganization,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const [owner, member, outsider] = [
  await server.as('user'),
  await server.as('user'),
  await server.as('user'),
];

type Input = Record<string, unknown>;
type Way = () => Promise<{ by: TestUser; input: Input }>;
type Ways = Record<string, Way>;

async function createAll(members: Record<string, 'owner' | 'admin' | 'member'> = {}) {
  const { id: organizationId, slug } = await createOrganization(database, {
    ownerId: owner.id,
    members: { [member.id]: 'member', ...members },
  });
  const invited = { organizationId, inviterId: owner.id, email: outsider.email };
  const team = await createTeam(database, organizationId);
  const memberOf = async (userId: string) =>
    (await database.member.findFirstOrThrow({ where: { organizationId, userId } })).id;
  return {
    ...{ organizationId, slug, teamId: team.id, teamName: team.name },
    ...{ memberId: await memberOf(member.id), ownerId: await memberOf(owner.id) },
    invitationId: (await createInvitation(database, invited)).id,
  };
}

type All = Awaited<ReturnType<typeof createAll>>;

const way =
  (by: TestUser, inputOf: (all: All) => Input, prepare?: (all: All) => Promise<unknown>): Way =>
  async () => {
    const all = await createAll();
    await prepare?.(all);
    return { by, input: inputOf(all) };
  };

const nameWays = (base: (all: All) => Input): Ways => ({
  NAME_REQUIRED: way(owner, (all) => ({ ...base(all), name: ' ' })),
  NAME_INVALID: way(owner, (all) => ({ ...base(all), name: 'a\u202eb' })),
  NAME_TOO_LONG: way(owner, (all) => ({ ...base(all), name: 'x'.repeat(limits.nameMax + 1) })),
});

/** The record with this ID exists, or is of another type. */
const newIdWays = (base: (all: All) => Input, taken: (all: All) => string, by = owner): Ways => ({
  ID_INVALID: way(owner, (all) => ({ ...base(all), id: newId('User') })),
  ID_ALREADY_USED: way(by, (all) => ({ ...base(all), id: taken(all) })),
});

const slugWays = (base: (all: All) => Input, by = owner): Ways => ({
  VALUE_REQUIRED: way(owner, (all) => ({ ...base(all), slug: ' ' })),
  SLUG_INVALID: way(owner, (all) => ({ ...base(all), slug: 'a--b' })),
  ORGANIZATION_SLUG_ALREADY_TAKEN: async () => {
    const { slug } = await createOrganization(database);
    return { by, input: { ...base(await createAll()), slug } };
  },
});

async function memberOfMany(count: number, role: 'owner' | 'member'): Promise<TestUser> {
  const person = await server.as('user');
  const rows = Array.from({ length: count }, () => ({
    ...{ id: newId('Organization'), name: 'One of many', slug: unique('many') },
  }));
  const members = rows.flatMap(({ id: organizationId }) => [
    { id: newId('Member'), organizationId, userId: person.id, role },
    { id: newId('Member'), organizationId, userId: owner.id, role: 'owner' as const },
  ]);
  await database.$transaction([
    database.organization.createMany({ data: rows }),
    database.member.createMany({ data: members }),
  ]);
  return person;
}

const countMail = createMailLimits({ database, hmac: createKeyedHmac([server.secret]) });

async function flood(to: string): Promise<void> {
  while (await countMail('organizationInvitation', to));
}

const address = () => `${unique('invited')}@example.org`;
const createData = () => ({ name: 'New', slug: unique('new') });
const updateOrganization = ({ organizationId }: All) => ({ id: organizationId });
const formerVersion = { expectedUpdatedAt: '2020-01-01T00:00:00Z' };
const updateTeam = ({ teamId }: All) => ({ id: teamId });
const createTeamData = ({ organizationId }: All) => ({ organizationId, name: unique('team') });
const createAccountData = ({ organizationId }: All) => ({
  ...{ organizationId, name: 'Robot', role: 'MEMBER' },
});
const inTeam = ({ teamId, memberId }: All) => ({ teamId, memberId });
const ofInvitation = ({ invitationId }: All) => ({ id: invitationId });
const invite = (emails: string[]) => (all: All) => ({
  ...{ organizationId: all.organizationId, emails, role: 'MEMBER' },
});

const inviteMany = ({ organizationId }: All) =>
  database.invitation.createMany({
    data: Array.from({ length: limits.invitationsPerOrganization }, () => ({
      ...{ id: newId('Invitation'), organizationId, email: address(), role: 'member' as const },
      expiresAt: new Date(Date.now() + 60_000),
    })),
  });

const fill = ({ organizationId: id }: All) =>
  database.organization.update({
    where: { id },
    data: { memberCount: organizationLimits.membersPerOrganization },
  });

async function addServiceAccounts({ organizationId }: All): Promise<void> {
  for (let count = 0; count < organizationLimits.serviceAccountsPerOrganization; count += 1) {
    const { id: userId } = await createUser(database, { isServiceAccount: true });
    await database.member.create({
      data: { id: newId('Member'), organizationId, userId, role: 'member' },
    });
  }
}

const asInvited =
  (change: (all: All & { personId: string }) => Promise<unknown>, createPerson = newPerson): Way =>
  async () => {
    const person = await createPerson();
    const all = await createAll();
    const where = { id: all.invitationId };
    await database.invitation.update({ where, data: { email: person.email } });
    await change({ ...all, personId: person.id });
    return { by: person, input: { id: all.invitationId } };
  };
const newPerson = () => server.as('user');
const expire = ({ invitationId: id }: All) =>
  database.invitation.update({ where: { id }, data: { expiresAt: new Date() } });
const answered = ({ invitationId: id }: All) =>
  database.invitation.update({ where: { id }, data: { state: 'declined' } });

const teamWays: Ways = {
  NOT_FOUND: way(outsider, inTeam),
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: way(member, inTeam),
};
const answerWays: Ways = {
  NOT_FOUND: way(outsider, () => ({ id: newId('Invitation') })),
  INVITATION_NOT_FOUND: asInvited(expire),
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: way(member, ofInvitation),
};
const cancelWays: Ways = {
  NOT_FOUND: way(outsider, ofInvitation),
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: way(member, ofInvitation),
  INVITATION_NOT_FOUND: way(owner, ofInvitation, answered),
};

const ways: Record<string, Ways> = {
  createOrganization: {
    ...nameWays(createData),
    ...newIdWays(createData, ({ organizationId }) => organizationId, outsider),
    ...slugWays(createData, outsider),
    YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: async () => ({
      by: await memberOfMany(organizationLimits.organizationsPerOwner, 'owner'),
      input: createData(),
    }),
  },
  updateOrganization: {
    RECORD_CHANGED: way(owner, (all) => ({ ...updateOrganization(all), ...formerVersion })),
    NOT_FOUND: way(outsider, updateOrganization),
    ...nameWays(updateOrganization),
    ...slugWays(updateOrganization),
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: way(member, updateOrganization),
  },
  deleteOrganization: {
    NOT_FOUND: way(outsider, updateOrganization),
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: way(member, updateOrganization),
  },
  leaveOrganization: {
    NOT_FOUND: way(outsider, updateOrganization),
    YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: way(owner, updateOrganization),
  },
  updateMember: {
    NOT_FOUND: way(outsider, ({ memberId }) => ({ id: memberId, role: 'ADMIN' })),
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: way(member, ({ memberId }) => ({
      ...{ id: memberId, role: 'ADMIN' },
    })),
    YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: way(owner, ({ ownerId }) => ({
      ...{ id: ownerId, role: 'ADMIN' },
    })),
    SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION: async () => {
      const { organizationId } = await createAll();
      const { data } = await owner.send(
        `mutation ($input: CreateOrganizationServiceAccountInput!) {
          created: createOrganizationServiceAccount(input: $input) { member { id } } }`,
        { input: { organizationId, name: 'Robot', role: 'MEMBER' } },
      );
      return { by: owner, input: { id: data.created.member.id, role: 'OWNER' } };
    },
  },
  removeMember: {
    NOT_FOUND: way(outsider, ({ memberId }) => ({ id: memberId })),
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: way(member, ({ ownerId }) => ({ id: ownerId })),
    YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: way(owner, ({ ownerId }) => ({
      id: ownerId,
    })),
  },
  inviteMembers: {
    NOT_FOUND: way(outsider, invite([address()])),
    EMAIL_REQUIRED: way(owner, invite([''])),
    EMAIL_INVALID: way(owner, invite(['nobody'])),
    EMAIL_TOO_LONG: way(owner, invite([`${'x'.repeat(limits.emailMax)}@example.org`])),
    USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: way(owner, invite([outsider.email])),
    USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: way(owner, invite([member.email])),
    YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: way(member, invite([address()])),
    YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: async () => {
      const admin = await newPerson();
      const { organizationId } = await createAll({ [admin.id]: 'admin' });
      return { by: admin, input: { organizationId, emails: [address()], role: 'OWNER' } };
    },
    INVITATION_LIMIT_REACHED: way(owner, invite([address()]), inviteMany),
    EMAIL_LIMIT_REACHED: async () => {
      const email = address();
      await flood(email);
      return way(owner, invite([email]))();
    },
  },
  resendInvitation: {
    ...cancelWays,
    INVITATION_LIMIT_REACHED: way(owner, ofInvitation, async (all) => {
      await expire(all);
      await inviteMany(all);
    }),
    YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: async () => {
      const admin = await newPerson();
      const { invitationId: id } = await createAll({ [admin.id]: 'admin' });
      await database.invitation.update({ where: { id }, data: { role: 'owner' } });
      return { by: admin, input: { id } };
    },
    EMAIL_LIMIT_REACHED: async () => {
      const { invitationId: id } = await createAll();
      const email = address();
      await flood(email);
      await database.invitation.update({ where: { id }, data: { email } });
      return { by: owner, input: { id } };
    },
  },
  cancelInvitation: cancelWays,
  acceptInvitation: {
    ...answerWays,
    INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: asInvited(({ invitationId: id }) =>
      database.invitation.update({ where: { id }, data: { inviterId: member.id } }),
    ),
    USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: asInvited(
      ({ organizationId, personId: userId }) =>
        database.member.create({
          data: { id: newId('Member'), organizationId, userId, role: 'member' },
        }),
    ),
    ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: asInvited(fill),
    YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: asInvited(
      async () => undefined,
      () => memberOfMany(organizationLimits.organizationsPerUser, 'member'),
    ),
  },
  declineInvitation: answerWays,
  createOrganizationServiceAccount: {
    NOT_FOUND: way(outsider, createAccountData),
    ...nameWays(createAccountData),
    ...newIdWays(createAccountData, ({ memberId }) => memberId),
    SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION: way(owner, (all) => ({
      ...{ ...createAccountData(all), role: 'OWNER' },
    })),
    ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED: way(owner, createAccountData, addServiceAccounts),
    ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: way(owner, createAccountData, fill),
  },
  createTeam: {
    NOT_FOUND: way(outsider, createTeamData),
    ...nameWays(createTeamData),
    ...newIdWays(createTeamData, ({ teamId }) => teamId),
    TEAM_ALREADY_EXISTS: way(owner, ({ organizationId, teamName }) => ({
      ...{ organizationId, name: teamName.toUpperCase() },
    })),
    YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: way(owner, createTeamData, ({ organizationId }) =>
      database.team.createMany({
        data: Array.from({ length: limits.teamsPerOrganization - 1 }, () => ({
          ...{ id: newId('Team'), organizationId, name: unique('team') },
        })),
      }),
    ),
    YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: way(member, createTeamData),
  },
  updateTeam: {
    RECORD_CHANGED: way(owner, (all) => ({ ...updateTeam(all), ...formerVersion })),
    NOT_FOUND: way(outsider, updateTeam),
    ...nameWays(updateTeam),
    TEAM_ALREADY_EXISTS: async () => {
      const all = await createAll();
      const { id } = await createTeam(database, all.organizationId);
      return { by: owner, input: { id, name: all.teamName } };
    },
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: way(member, updateTeam),
  },
  deleteTeam: {
    NOT_FOUND: way(outsider, updateTeam),
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: way(member, updateTeam),
    UNABLE_TO_REMOVE_LAST_TEAM: way(owner, updateTeam),
  },
  addTeamMember: teamWays,
  removeTeamMember: {
    ...teamWays,
    NOT_FOUND: way(owner, inTeam),
  },
};

const ofOrganizations = /Organization(?!s$)|Members?$|(?<!User)Invitation$|Team$/;
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) =>
  ofOrganizations.test(name),
);

function optionalFields(inputType: string): string[] {
  const type = schema.getType(inputType);
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.filter((field) => !isNonNullType(field.type)).map((field) => field.name);
}

describe.each(mutations)('$name', ({ name, description }) => {
  const [, listed = ''] = description?.match(/Error codes: ([A-Z_, ]+)\./) ?? [];

  it('has a way to each of its error codes', () => {
    // reauthentication.test.ts has the ways to SESSION_NOT_FRESH.
    const codes = listed.split(', ').filter((code) => code !== 'SESSION_NOT_FRESH');
    expect(Object.keys(ways[name] ?? {}).sort()).toEqual(codes.sort());
  });

  it.each(Object.entries(ways[name] ?? {}))('answers with %s', async (code, prepare) => {
    const { by, input } = await prepare();
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const document = `mutation ($input: ${type}!) { result: ${name}(input: $input) { errors { code field message } } }`;
    const sent = await by.send(document, { input });
    expect(errorCodes(sent)).toEqual([]);
    expect(sent.data.result.errors).toMatchObject([{ code, message: expect.stringMatching(/ /) }]);
    const [{ field }] = sent.data.result.errors;
    if (field) expect(Object.keys(input)).toContain(field[0]);
    for (const optional of optionalFields(type)) {
      const { errors } = await by.send(document, { input: { ...input, [optional]: null } });
      expect(JSON.stringify(errors), 'a rule needs a code').not.toMatch(/UserErrorCode/);
    }
  });
});
