import { codesOf, type HttpClient, type Reply } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';
import { withDatabase } from './database.ts';
import { createUser } from './users.ts';

type Ids = { user: string; organization: string; accessToken: string };
type Attempt = (client: HttpClient, ids: Ids) => Promise<Reply>;

const mutate =
  (name: string, input: (ids: Ids) => object): Attempt =>
  (client, ids) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`;
    return client.post('/api/graphql', { query, variables: { input: input(ids) } });
  };
const post =
  (path: string, body: object = {}): Attempt =>
  (client) =>
    client.post(`/api/auth${path}`, body);

const attempts: Record<string, Attempt> = {
  'make an admin': mutate('createUser', () => ({ email: newAddress(), role: 'ADMIN' })),
  'make a user an admin': mutate('updateUser', ({ user }) => ({ id: user, role: 'ADMIN' })),
  'make users admins': mutate('updateUserRoles', ({ user }) => ({ ids: [user], role: 'ADMIN' })),
  'make a service account': mutate('createServiceAccount', () => ({ name: 'CI', role: 'USER' })),
  'delete users': mutate('deleteUsers', ({ user }) => ({ ids: [user] })),
  'end a user’s sessions': mutate('revokeSessionsOfUsers', ({ user }) => ({ ids: [user] })),
  'invite an admin': mutate('inviteMembers', ({ organization }) => ({
    ...{ organizationId: organization, emails: [newAddress()], role: 'ADMIN' },
  })),
  'make a service account of an organization': mutate(
    'createOrganizationServiceAccount',
    ({ organization }) => ({ organizationId: organization, name: 'CI', role: 'ADMIN' }),
  ),
  'delete an organization': mutate('deleteOrganization', ({ organization }) => ({
    id: organization,
  })),
  'make a token': mutate('createAccessToken', () => ({
    ...{ name: 'CI', scopes: ['REPOSITORY_READ'], expiresInDays: 30 },
  })),
  'rotate a token': mutate('rotateAccessToken', ({ accessToken }) => ({
    id: accessToken,
    overlapHours: 0,
  })),
  'reset passkeys': mutate('resetPasskeys', ({ user }) => ({ id: user })),
  'delete the account': post('/delete-user'),
  'change the address': post('/email-otp/request-email-change', { newEmail: newAddress() }),
  'end the other sessions': post('/revoke-other-sessions'),
  'add a passkey': (client) => client.fetch('/api/auth/passkey/generate-register-options'),
  'export users': (client) => client.fetch('/api/export/users.csv'),
  'export the audit log': (client) => client.fetch('/api/export/audit-log.csv'),
};

const stale: Scenario = {
  row: 51,
  title: 'what needs a proof of identity, in a session whose proof is eleven minutes old',
  only: ['two', 'production'],
  async run(context, check) {
    const manager = await createUser(context, context.adminClient, 'ADMIN');
    const { id: user } = await createUser(context, context.adminClient, 'USER');
    const made = await manager.client.graphql(
      `mutation ($slug: String!) {
        createOrganization(input: { name: "Probe", slug: $slug }) { organization { id } }
        createAccessToken(input: { name: "CI", scopes: [REPOSITORY_READ], expiresInDays: 30 }) { accessToken { id } }
      }`,
      { slug: newAddress().split('@')[0] },
    );
    const ids = {
      user,
      organization: made.data.createOrganization.organization.id,
      accessToken: made.data.createAccessToken.accessToken.id,
    };
    await withDatabase(context, (database) =>
      database.query(
        `UPDATE "session" SET "createdAt" = now() - interval '11 minutes', "reauthenticatedAt" = NULL
         WHERE "userId" = $1`,
        [manager.id],
      ),
    );
    for (const [what, attempt] of Object.entries(attempts)) {
      const reply = await attempt(manager.client, ids);
      check(`${what}: asked again`, codesOf(reply).includes('SESSION_NOT_FRESH'), reply.text);
    }
    const { status } = await manager.client.post('/api/auth/sign-out', {});
    check('sign out: not asked', status === 200, status);
  },
};

export const staleSessionScenarios = [stale];
