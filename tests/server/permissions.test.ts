/** Who may ask what: the schema is walked, so a new field cannot be forgotten. */
import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { can, type Permission } from '#shared/permissions.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

type Scopes = { public?: true; signedIn?: true; can?: Permission; notImpersonating?: true };
type RootField = {
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  scopes: Scopes | undefined;
};

function rootFields(): RootField[] {
  const types = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const type = types[kind];
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).map((field) => {
      const { pothosOptions } = field.extensions as { pothosOptions: { authScopes?: Scopes } };
      return { name: field.name, kind, scopes: pothosOptions.authScopes };
    });
  });
}

/** How each root field is asked; a field without a line here fails the test below. */
const questions: Record<string, string> = {
  setup: '{ setup { appName } }',
  viewer: '{ viewer { user { id } } }',
  node: 'query ($id: ID!) { node(id: $id) { id } }',
  nodes: 'query ($id: ID!) { nodes(ids: [$id]) { id } }',
  repository: 'query ($id: ID!) { repository(id: $id) { id } }',
  repositories: '{ repositories { nodes { id } } }',
  user: 'query ($userId: ID!) { user(id: $userId) { id } }',
  users: '{ users { nodes { id } } }',
  createRepository:
    'mutation ($name: String!) { createRepository(input: { name: $name, link: "a.example" }) { errors { code } } }',
  updateRepository:
    'mutation ($id: ID!) { updateRepository(input: { id: $id, description: "new" }) { errors { code } } }',
  deleteRepository:
    'mutation ($id: ID!) { deleteRepository(input: { id: $id }) { errors { code } } }',
  statistics: '{ statistics(days: 2) { newUsersPerDay { date count } } }',
  createUser:
    'mutation ($email: String!) { createUser(input: { email: $email, role: USER }) { errors { code } } }',
  updateUser:
    'mutation ($otherId: ID!) { updateUser(input: { id: $otherId, name: "New" }) { errors { code } } }',
  banUser:
    'mutation ($otherId: ID!) { banUser(input: { id: $otherId, banReason: "x" }) { errors { code } } }',
  unbanUser: 'mutation ($otherId: ID!) { unbanUser(input: { id: $otherId }) { errors { code } } }',
  deleteUser:
    'mutation ($otherId: ID!) { deleteUser(input: { id: $otherId }) { errors { code } } }',
  revokeUserSession:
    'mutation ($sessionId: ID!) { revokeUserSession(input: { id: $sessionId }) { errors { code } } }',
  revokeUserSessions:
    'mutation ($otherId: ID!) { revokeUserSessions(input: { id: $otherId }) { errors { code } } }',
  revokeSession:
    'mutation ($ownSessionId: ID!) { revokeSession(input: { id: $ownSessionId }) { errors { code } } }',
  revokeOtherSessions: 'mutation { revokeOtherSessions { errors { code } } }',
  updateViewer: 'mutation { updateViewer(input: { name: "Somebody" }) { errors { code } } }',
};

const askers = ['anonymous', 'user', 'admin', 'manager who acts as a user'] as const;
type Asker = (typeof askers)[number];

function expected(asker: Asker, scopes: Scopes | undefined): string | undefined {
  if (scopes?.public) return undefined;
  if (asker === 'anonymous') return 'UNAUTHENTICATED';
  if (scopes?.signedIn) return undefined;
  const acts = asker === 'manager who acts as a user';
  if (acts && scopes?.notImpersonating) return 'FORBIDDEN';
  const role = acts ? 'user' : asker;
  return scopes?.can && can(role, scopes.can) ? undefined : 'FORBIDDEN';
}

describe('the permission table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it.each(rootFields())('says who may ask $kind $name', ({ name, kind, scopes }) => {
    expect(scopes, `${name} names who may ask it`).toBeDefined();
    if (kind === 'subscription') return;
    expect(questions, `${name} is asked by this test`).toHaveProperty(name);
  });

  for (const asker of askers) {
    const asked = rootFields().filter(({ kind }) => kind !== 'subscription');
    it.each(asked)(`is what a ${asker} meets at $kind $name`, async ({ name, scopes }) => {
      const person =
        asker === 'manager who acts as a user' ? await server.acting() : await server.as(asker);
      const { id } = await createRepository(server.database);
      const other = await server.as('user');
      const sessionOf = async (userId: string) =>
        (await server.database.session.findFirst({ where: { userId } }))?.id ?? id;
      const variables = {
        id,
        userId: person.id || id,
        otherId: other.id,
        sessionId: await sessionOf(other.id),
        ownSessionId: await sessionOf(person.id),
        name: unique('named'),
        email: `${unique('invited')}@example.com`,
      };
      const answer = await person.send(questions[name] ?? '', variables);
      expect(answer.errors.map((error) => error.extensions.code)).toEqual(
        [expected(asker, scopes)].filter(Boolean),
      );
    });
  }

  it('leaves the record as it was when somebody is refused', async () => {
    const user = await server.as('user');
    const repository = await createRepository(server.database);
    await user.send(questions.deleteRepository ?? '', { id: repository.id });
    await user.send(questions.updateRepository ?? '', { id: repository.id });
    expect(await server.database.repository.findUnique({ where: { id: repository.id } })).toEqual(
      repository,
    );
  });

  it('hides other people from a user, also by node', async () => {
    const user = await server.as('user');
    const other = await server.as('user');
    const { data } = await user.send('query ($id: ID!) { node(id: $id) { id } }', { id: other.id });
    expect(data).toEqual({ node: null });
  });
});
