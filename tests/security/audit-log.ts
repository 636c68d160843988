/** Each action is in the audit log exactly once, with its actor and the credential used. */
import { askByToken, createToken } from './access-tokens.ts';
import type { Context, Scenario } from './context.ts';
import { HttpClient } from './http-client.ts';
import { createOrganization, createTenant, mutate, newSlug } from './organization-steps.ts';
import { createUser, errorCodes } from './users.ts';

type Told = { kind: string; actorId: string; accessTokenId: string | null; subjectId: string };

async function eventsOf({ adminClient }: Context, filter: object = {}): Promise<Told[]> {
  const { data } = await adminClient.graphql(
    `query ($filter: AuditEventFilter) { auditEvents(filter: $filter, first: 100) { nodes {
      kind actorId accessTokenId impersonatedUserId sessionId subjectId } } }`,
    { filter },
  );
  return data?.auditEvents?.nodes ?? [];
}

const kindsOf = (events: readonly Told[]) => events.map(({ kind }) => kind).join(' ');

const post = (client: HttpClient, path: string) => client.post(`/api/auth${path}`, {});

const everythingOnce: Scenario = {
  row: 45,
  title: 'endpoints and tokens, also where they change nothing',
  async run(context, check) {
    const person = await createUser(context, context.adminClient, 'USER');
    const organizationId = await createOrganization(person.client);
    const scopes = ['REPOSITORY_CREATE', 'ORGANIZATION_READ', 'ORGANIZATION_UPDATE'];
    const token = await createToken(person.client, scopes, organizationId);
    const input = { organizationId, name: newSlug(), link: 'git.example.com/x' };
    const document = `mutation ($input: CreateRepositoryInput!) {
      createRepository(input: $input) { errors { code } } }`;
    const program = new HttpClient(context);
    await askByToken(program, token.secret, document, { input });
    const { text } = await askByToken(program, token.secret, document, { input });
    check('the name is taken', text.includes('NAME_ALREADY_USED'), text);
    const [created, ...others] = await eventsOf(context, { accessTokenId: token.id });
    check(
      'the token’s change is told once, with the token',
      others.length === 0 &&
        created?.kind === 'REPOSITORY_CREATED' &&
        created.actorId === person.id,
      [created, ...others],
    );
    await post(person.client, '/revoke-other-sessions');
    await post(person.client, '/sign-out');
    await post(person.client, '/sign-out');
    const told = kindsOf(
      await eventsOf(context, { actorId: person.id, kinds: ['SESSIONS_REVOKED', 'SIGNED_OUT'] }),
    );
    check(
      'signing out is told once, and nothing of no other sessions',
      told === 'SIGNED_OUT',
      told,
    );
  },
};

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

export const auditLogScenarios = [everythingOnce, evidenceStays, impersonation];
