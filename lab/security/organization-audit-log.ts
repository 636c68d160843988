/** What happens in organizations stays in the audit log, with who did it. */
import { eventsOf, kindsOf } from './audit-log.ts';
import type { Scenario } from './context.ts';
import { createTenant, mutate, newSlug } from './organization-steps.ts';
import { createUser, errorCodes } from './users.ts';

const evidenceStays: Scenario = {
  row: 45,
  title: 'evidence about others outlives a flood and the organization',
  async run(context, check) {
    const { owner, organization, member, repository } = await createTenant(context);
    const { client } = owner;
    await mutate(client, 'updateMember', { id: member, role: 'ADMIN' });
    for (let round = 0; round < 20; round += 1) {
      await mutate(client, 'deleteRepositories', { ids: [repository] });
      await mutate(client, 'restoreRepositories', { ids: [repository] });
    }
    await mutate(client, 'removeMember', { id: member });
    const gone = await mutate(client, 'deleteOrganization', { id: organization });
    check('the organization is deleted', errorCodes(gone).length === 0, gone);
    const left = kindsOf(await eventsOf(context, { organizationId: organization }));
    const expected = 'ORGANIZATION_DELETED MEMBER_REMOVED MEMBER_ROLE_CHANGED MEMBER_ADDED';
    check('what happened to its member stays', left === expected, left);
  },
};

const impersonation: Scenario = {
  row: 42,
  title: 'what a manager does in an owner’s name names the manager, and mails are refused',
  async run(context, check) {
    const { owner, organization } = await createTenant(context);
    const manager = await createUser(context, context.adminClient, 'ADMIN');
    await manager.client.post('/api/auth/admin/impersonate-user', { userId: owner.id });
    const refused = await mutate(manager.client, 'inviteMembers', {
      ...{ organizationId: organization, emails: ['someone@example.org'], role: 'OWNER' },
    });
    check('inviting is refused', errorCodes(refused).includes('FORBIDDEN'), refused);
    await mutate(manager.client, 'createTeam', { organizationId: organization, name: newSlug() });
    const [team] = await eventsOf(context, {
      organizationId: organization,
      kinds: ['TEAM_CREATED'],
    });
    check('the team is told as the manager’s', team?.actorId === manager.id, team);
  },
};

export const organizationAuditLogScenarios = [evidenceStays, impersonation];
