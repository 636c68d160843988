/**
 * Every change is in the audit log exactly once, with its actor and credential; calls that change nothing are not.
 * What cannot be recorded is not done.
 * A new mutation of managers or organizations fails here until it records the event that it declares.
 */
import { describe, expect, it } from 'vitest';
import { entities } from '#server/entities.ts';
import { digestTables, withoutAuditEvents } from '#tests/support/audit-events.ts';
import { creatableEntities, expectedEntities } from '#tests/support/entities.ts';
import {
  camelCase,
  createInvitation,
  createOrganization,
  createPasskey,
  createRecord,
  createSession,
  createTeam,
  createUser,
  unique,
  uniqueTexts,
} from '#tests/support/factories.ts';
import { rootFields } from '#tests/support/permission-oracle.ts';
import { auditOf } from '#tests/support/schema.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;
const manager = await server.as('admin');
const other = await server.as('admin');

const sessionOf = async (userId: string) =>
  (await database.session.findFirstOrThrow({ where: { userId } })).id;
const managerSession = await sessionOf(manager.id);
// A delivery would change the table of mails while a refused action must change nothing.
await server.app.worker.stop();

/** Mutations that change something every time they are sent. */
const repeatable = new Set<string>([
  ...['createServiceAccount', 'createOrganizationServiceAccount'],
  'createAccessToken',
]);

type Sent = {
  data?: Record<string, { errors: unknown[] } | null> | null;
  errors: { extensions: { code: string } }[];
};

/** An action and its event are stored together or not at all. */
async function expectRefused(send: () => Promise<Sent>): Promise<void> {
  const before = await digestTables(database);
  await withoutAuditEvents(database, async () => {
    expect(errorCodes(await send())).toEqual(['INTERNAL_ERROR']);
  });
  expect(await digestTables(database)).toEqual(before);
}

/** Repeats a mutation, which adds no event unless it creates another record. */
async function repeat(name: string, send: () => Promise<Sent>): Promise<void> {
  if (repeatable.has(name)) return;
  const before = await database.auditEvent.count();
  const { data } = await send();
  const isCreated = /^create/.test(name) && data?.[name]?.errors.length === 0;
  expect(await database.auditEvent.count()).toBe(before + (isCreated ? 1 : 0));
}

const kindOf = (name: string) => auditOf[name]?.[0];

const ofManagers = Object.entries(rootFields).filter(
  ([, { kind, access }]) => kind === 'mutation' && access === 'admin',
);

const banned = { banned: true, banReason: 'x' };

type Ids = { userId: string; [ofType: string]: string };

const preparations: Record<string, (ids: Ids) => Promise<unknown>> = {
  restoreRepositories: async ({ repositoryId: id }) => {
    const deleting =
      'mutation ($id: ID!) { deleteRepositories(input: { ids: [$id] }) { errors { code } } }';
    await other.send(deleting, { id });
  },
  resendUserInvitation: ({ userId: id }) =>
    database.user.update({
      where: { id },
      data: { emailVerified: false, lastActiveAt: null },
    }),
  resetPasskeys: ({ userId }) => createPasskey(database, userId),
  updateUserRoles: ({ userId: id }) =>
    database.user.update({ where: { id }, data: { role: 'admin' } }),
  unbanUsers: ({ userId: id }) => database.user.update({ where: { id }, data: banned }),
};

const newestBy = (actorId: string) =>
  database.auditEvent.findMany({
    where: { actorId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

const typeOf = (mutation: string) =>
  expectedEntities.find(({ rootFields }) => rootFields?.[mutation])?.type ?? 'User';

/** Only records of organizations name one. */
const organizationOf = (mutation: string) =>
  entities.some((each) => each.belongsToOrganization && each.model === typeOf(mutation))
    ? expect.any(String)
    : null;

describe('a manager’s action is in the log, with who did it, to whom and from where', () => {
  async function act(name: string, document: string) {
    const user = await createUser(database);
    const { id: sessionId } = await createSession(database, user.id);
    const ids: Ids = { userId: user.id };
    ids.organizationId = (await createOrganization(database)).id;
    const owners = { organization: ids.organizationId };
    for (const entity of creatableEntities.filter(({ type }) => type !== 'User')) {
      ids[`${camelCase(entity.type)}Id`] = await createRecord(database, entity, undefined, owners);
    }
    await preparations[name]?.(ids);
    const variables = {
      ...ids,
      sessionId,
      ...uniqueTexts(),
    };
    const send = () => manager.send(document, variables);
    await expectRefused(send);
    const { data, errors } = await send();
    expect(errors).toEqual([]);
    expect(data[name].errors).toEqual([]);
    return { ids, again: send };
  }

  it.each(ofManagers)('%s', async (name, { document }) => {
    expect(kindOf(name), `${name} has no event in \`audit\``).toBeDefined();
    const before = await newestBy(manager.id);
    const { ids, again } = await act(name, document);
    const [event, ...earlier] = await newestBy(manager.id);
    expect(earlier).toEqual(before);
    expect(event).toMatchObject({
      ...{ kind: kindOf(name), actorId: manager.id, actorName: 'Some admin', network: 'loopback' },
      ...{ sessionId: managerSession, tokenId: null, impersonatedId: null },
      organizationId: organizationOf(name),
    });
    await repeat(name, again);
    if (/^create/.test(name)) return;
    const type = typeOf(name);
    const subject = type === 'Session' ? 'User' : type;
    expect(event?.userId ?? event?.recordId).toBe(ids[`${camelCase(subject)}Id`]);
  });

  it('impersonating a user', async () => {
    const { manager: impersonator, id } = await server.impersonate();
    expect(await newestBy(impersonator.id)).toMatchObject([{ kind: 'impersonated', userId: id }]);
  });

  it.each(['users', 'repositories', 'audit-log'])('downloading %s as CSV', async (list) => {
    const file = await server.request(`/api/export/${list}.csv`, {
      headers: { cookie: manager.cookie },
    });
    expect(file.status).toBe(200);
    await file.text();
    const where = { userId: manager.id, detail: `${list}.csv` };
    expect(await database.auditEvent.findMany({ where })).toMatchObject([
      { kind: 'list_exported', actorId: null },
    ]);
  });
});

const ofOrganizations = expectedEntities
  .filter(({ type }) => ['Organization', 'Member', 'Team', 'Invitation'].includes(type))
  .flatMap(({ rootFields: fields }) => Object.entries(fields ?? {}))
  .filter(([, { kind }]) => kind === 'mutation');

describe.each(['owner', 'manager'] as const)('an organization’s %s', (who) => {
  const organizationName = 'Acme';
  const role = 'admin' as const;

  async function createGroup(name: string) {
    const acting = await server.as(who === 'manager' ? 'admin' : 'user');
    // The first request records that the user is active.
    await acting.send('{ viewer { permissions } }');
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
    await createTeam(database, organizationId);
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
    expect(kindOf(name), `${name} has no event in \`audit\``).toBeDefined();
    const { acting, owner, member, ...ids } = await createGroup(name);
    const variables = { ...ids, name: unique('named'), email: `${unique('x')}@example.com` };
    const send = () => acting.send(document, variables);
    await expectRefused(send);
    const { data, errors } = await send();
    expect(errors).toEqual([]);
    expect(data[name].errors).toEqual([]);
    const isNew = name === 'createOrganization';
    const where = isNew ? { actorId: acting.id } : { organizationId: ids.organizationId };
    const orderBy = { id: 'asc' } as const;
    const events = await database.auditEvent.findMany({ where, orderBy });
    const isAccount = name === 'createOrganizationServiceAccount';
    const added = [kindOf(name), ...(isAccount ? ['created'] : [])];
    expect(events.map((event) => event.kind)).toEqual(added);
    await repeat(name, send);
    const isOwn = name === 'leaveOrganization' || name === 'acceptInvitation';
    const isOfMember = /Member$/.test(name);
    const ofUser = isOwn ? acting.id : isOfMember ? member.id : null;
    const isInvitation = /^invitation/.test(added[0] ?? '');
    const isByManager = who === 'manager';
    expect(events[0]).toMatchObject({
      organizationName: isNew
        ? variables.name
        : name === 'updateOrganization'
          ? 'New'
          : organizationName,
      organizationId: isNew ? expect.stringMatching(/^org_/) : ids.organizationId,
      recordId: expect.stringMatching(isInvitation ? /^inv_/ : /^org_/),
      byManager: isByManager,
      tokenId: null,
      impersonatedId: null,
      sessionId: name === 'acceptInvitation' ? null : await sessionOf(acting.id),
      // The request came from the user who joined, not from the one who invited them.
      network: name === 'acceptInvitation' ? null : 'loopback',
      doneById: name === 'acceptInvitation' ? owner.id : acting.id,
      ...(name !== 'createOrganizationServiceAccount' && { userId: ofUser }),
    });
  });
});
