/**
 * Every action of a manager, and every change of an organization, is in the audit log. A new mutation for managers or
 * of organizations fails here until it is, too.
 */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { rootFields } from '#tests/support/permission-oracle.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;
const manager = await server.as('admin');
const other = await server.as('admin');

/** What each mutation adds to the log, written by hand. */
const kinds: Record<string, AuditEventKind> = {
  createRepository: 'repository_created',
  createRepositories: 'repository_created',
  updateRepository: 'repository_updated',
  deleteRepository: 'repository_deleted',
  deleteRepositories: 'repository_deleted',
  restoreRepositories: 'repository_restored',
  createUser: 'invited',
  createServiceAccount: 'created',
  resendUserInvitation: 'invited',
  updateUser: 'name_changed',
  updateUserRoles: 'role_changed',
  banUser: 'banned',
  banUsers: 'banned',
  unbanUser: 'unbanned',
  unbanUsers: 'unbanned',
  deleteUser: 'deleted',
  deleteUsers: 'deleted',
  revokeUserSession: 'sessions_revoked',
  revokeUserSessions: 'sessions_revoked',
  revokeSessionsOfUsers: 'sessions_revoked',
};

const ofManagers = Object.entries(rootFields).filter(
  ([, { kind, access }]) => kind === 'mutation' && access === 'admin',
);

const banned = { banned: true, banReason: 'x' };

/** What has to be so before a mutation changes anything. */
const preparations: Record<
  string,
  (ids: { userId: string; repositoryId: string }) => Promise<unknown>
> = {
  restoreRepositories: async ({ repositoryId }) => {
    const deleting =
      'mutation ($id: ID!) { deleteRepository(input: { id: $id }) { errors { code } } }';
    await other.send(deleting, { id: repositoryId });
  },
  resendUserInvitation: ({ userId }) =>
    database.user.update({
      where: { id: userId },
      data: { emailVerified: false, lastActiveAt: null },
    }),
  updateUserRoles: ({ userId }) =>
    database.user.update({ where: { id: userId }, data: { role: 'admin' } }),
  unbanUser: ({ userId }) => database.user.update({ where: { id: userId }, data: banned }),
  unbanUsers: ({ userId }) => database.user.update({ where: { id: userId }, data: banned }),
};

const newestBy = (actorId: string) =>
  database.auditEvent.findMany({
    where: { actorId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

it('knows every mutation for managers', () => {
  expect(ofManagers.map(([name]) => name).sort()).toEqual(Object.keys(kinds).sort());
});

describe('a manager’s action is in the log, with who did it, to whom and from where', () => {
  async function act(name: string, document: string) {
    const user = await createUser(database);
    const { id: sessionId } = await database.session.create({
      data: {
        ...{ id: newId('Session'), userId: user.id, token: unique('token') },
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const { id: repositoryId } = await createRepository(database);
    await preparations[name]?.({ userId: user.id, repositoryId });
    const { data, errors } = await manager.send(document, {
      ...{ userId: user.id, sessionId, repositoryId },
      ...{ name: unique('named'), email: `${unique('invited')}@example.com` },
    });
    expect(errors).toEqual([]);
    expect(data[name].errors).toEqual([]);
    return { user, repositoryId };
  }

  it.each(ofManagers)('%s', async (name, { document }) => {
    const before = await newestBy(manager.id);
    const { user, repositoryId } = await act(name, document);
    const [event, ...earlier] = await newestBy(manager.id);
    expect(earlier).toEqual(before);
    expect(event).toMatchObject({
      ...{ kind: kinds[name], actorId: manager.id, actorName: 'Some admin', network: 'loopback' },
    });
    // New records have IDs of their own.
    if (/^create/.test(name)) return;
    expect(event?.userId ?? event?.recordId).toBe(
      kinds[name]?.startsWith('repository') ? repositoryId : user.id,
    );
  });

  it('impersonating a user', async () => {
    const { manager: impersonator, id } = await server.impersonate();
    expect(await newestBy(impersonator.id)).toMatchObject([{ kind: 'impersonated', userId: id }]);
  });

  it.each(['users', 'repositories', 'audit-log'])('downloading the list of %s', async (list) => {
    const file = await server.request(`/api/export/${list}.csv`, {
      headers: { cookie: manager.cookie },
    });
    expect(file.status).toBe(200);
    await file.text();
    // What people do themselves has them as its subject.
    const where = { userId: manager.id, detail: `${list}.csv` };
    expect(await database.auditEvent.findMany({ where })).toMatchObject([
      { kind: 'list_exported', actorId: null },
    ]);
  });

  it('tokens of a service account', async () => {
    const { id: userId } = await createUser(database, { isServiceAccount: true });
    const creating = `mutation ($userId: ID!) { createAccessToken(input:
      { userId: $userId, name: "CI", scopes: [REPOSITORY_READ], expiresInDays: 90 }) { accessToken { id } errors { code } } }`;
    const { data } = await manager.send(creating, { userId });
    const { id } = data.createAccessToken.accessToken;
    for (const call of [
      'rotateAccessToken(input: { id: $id, overlapHours: 1 })',
      'revokeAccessToken(input: { id: $id })',
    ]) {
      const { errors } = await manager.send(`mutation ($id: ID!) { ${call} { errors { code } } }`, {
        id,
      });
      expect(errors).toEqual([]);
    }
    const events = await database.auditEvent.findMany({
      where: { userId },
      orderBy: { createdAt: 'asc' },
    });
    expect(events.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['access_token_created', manager.id],
      ['access_token_rotated', manager.id],
      ['access_token_revoked', manager.id],
    ]);
  });
});

/** What each mutation of organizations adds to the log, written by hand. */
const kindsOfOrganizations: Record<string, AuditEventKind | null> = {
  createOrganization: 'organization_created',
  updateOrganization: 'organization_updated',
  deleteOrganization: 'organization_deleted',
  createOrganizationServiceAccount: 'member_added',
  updateMember: 'member_role_changed',
  removeMember: 'member_removed',
  leaveOrganization: 'member_left',
  acceptInvitation: 'member_added',
  createTeam: 'team_created',
  updateTeam: 'team_updated',
  deleteTeam: 'team_deleted',
  // Teams give no rights.
  addTeamMember: null,
  removeTeamMember: null,
  // Invitations give none before they are accepted. The log keeps no addresses of people without an account.
  inviteMembers: null,
  resendInvitation: null,
  cancelInvitation: null,
  declineInvitation: null,
};

const ofOrganizations = expectedEntities
  .filter(({ type }) => ['Organization', 'Member', 'Team', 'Invitation'].includes(type))
  .flatMap(({ rootFields: fields }) => Object.entries(fields ?? {}))
  .filter(([, { kind }]) => kind === 'mutation');

it('knows every mutation of organizations', () => {
  const names = ofOrganizations.map(([name]) => name).sort();
  expect(names).toEqual(Object.keys(kindsOfOrganizations).sort());
});

describe.each(['owner', 'manager'] as const)('an organization’s %s', (who) => {
  // The name that `updateOrganization` gives, too.
  const organizationName = 'New';
  const role = 'admin' as const;

  /** An organization with an owner, an admin, a team and an invitation of the person who acts. */
  async function createGroup(name: string) {
    const acting = await server.as(who === 'manager' ? 'admin' : 'user');
    const [owner, member] = [await createUser(database), await createUser(database)];
    const owns = who === 'owner' && name !== 'acceptInvitation';
    const belongs = owns || name === 'leaveOrganization';
    const { id: organizationId } = await createOrganization(database, {
      name: organizationName,
      ownerId: owner.id,
      members: { [member.id]: role, ...(belongs && { [acting.id]: 'owner' }) },
    });
    const where = { organizationId, userId: member.id };
    const { id: memberId } = await database.member.findFirstOrThrow({ where });
    const { id: teamId } = await createTeam(database, organizationId);
    if (name === 'removeTeamMember') {
      await database.teamMembership.create({ data: { teamId, memberId } });
    }
    const isRecipient = /^(accept|decline)/.test(name);
    const { id: invitationId } = await createInvitation(database, {
      ...{ organizationId, inviterId: owner.id, role },
      ...(isRecipient && { email: acting.email }),
    });
    return { acting, owner, member, organizationId, memberId, teamId, invitationId };
  }

  it.each(ofOrganizations)('%s', async (name, { document }) => {
    const { acting, owner, member, ...ids } = await createGroup(name);
    const variables = { ...ids, name: unique('named'), email: `${unique('x')}@example.com` };
    const { data, errors } = await acting.send(document, variables);
    expect(errors).toEqual([]);
    expect(data[name].errors).toEqual([]);
    const isNew = name === 'createOrganization';
    const where = isNew ? { actorId: acting.id } : { recordId: ids.organizationId };
    const events = await database.auditEvent.findMany({ where });
    const kind = kindsOfOrganizations[name];
    expect(events.map((event) => event.kind)).toEqual(kind ? [kind] : []);
    if (!kind) return;
    // The person who accepts or leaves is the subject.
    const isOwn = name === 'leaveOrganization' || name === 'acceptInvitation';
    const ofUser = isOwn
      ? acting.id
      : name === 'updateMember' || name === 'removeMember'
        ? member.id
        : null;
    const isByManager = who === 'manager';
    expect(events[0]).toMatchObject({
      organizationName: isNew ? variables.name : organizationName,
      organizationId: isByManager
        ? null
        : isNew
          ? expect.stringMatching(/^org_/)
          : ids.organizationId,
      // The request was that of the person who joined, not of the one who invited them.
      network: name === 'acceptInvitation' ? null : 'loopback',
      doneById: name === 'acceptInvitation' ? owner.id : acting.id,
      ...(name !== 'createOrganizationServiceAccount' && { userId: ofUser }),
    });
  });
});
