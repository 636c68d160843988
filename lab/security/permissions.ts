import { type GraphqlReply, HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import { camelCase } from '#tests/support/factories.ts';
import { expectedRefusal, rootFields, type TestRole } from '#tests/support/permission-oracle.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { banMutation, createRepository, createUser } from './users.ts';

type Role = 'anonymous' | 'user' | 'banned' | 'admin' | 'impersonated';

const roleInOracle: Record<Role, TestRole> = {
  anonymous: 'anonymous',
  user: 'user',
  banned: 'banned',
  admin: 'admin',
  impersonated: 'impersonator',
};

const signedOut: readonly Role[] = ['anonymous', 'banned'];

/** Nonexistent IDs and invalid texts, so that the requests change nothing. */
export const harmless: Record<string, string> = {
  ...Object.fromEntries(expectedEntities.map(({ type }) => [`${camelCase(type)}Id`, 'x'])),
  ownSessionId: 'x',
  name: '',
  email: 'x',
};

export const refusals: readonly string[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'DEMO_MODE',
  'INTERNAL_ERROR',
  'BAD_REQUEST',
];

type AuthPath = {
  path: string;
  body?: () => object;
  status: Record<Role, number>;
};

const all = (status: number): AuthPath['status'] => ({
  anonymous: status,
  user: status,
  banned: status,
  admin: status,
  impersonated: status,
});
const own = (status: number): AuthPath['status'] => ({
  anonymous: 401,
  user: status,
  banned: 401,
  admin: status,
  impersonated: 403,
});

/** Order matters: the last one ends the session. */
export const authPaths: AuthPath[] = [
  {
    path: 'POST /email-otp/send-verification-otp',
    body: () => ({ email: newAddress(), type: 'sign-in' }),
    status: all(200),
  },
  {
    path: 'POST /sign-in/email-otp',
    body: () => ({ email: newAddress(), otp: '123456' }),
    status: all(400),
  },
  { path: 'GET /get-session', status: all(200) },
  {
    path: 'GET /admin/list-users',
    status: { ...own(403), admin: 200 },
  },
  {
    path: 'POST /admin/impersonate-user',
    body: () => ({ userId: 'usr_x' }),
    status: { ...own(403), admin: 404 },
  },
  {
    path: 'POST /email-otp/change-email',
    body: () => ({ newEmail: newAddress(), otp: '123456' }),
    status: own(400),
  },
  {
    path: 'POST /email-otp/request-email-change',
    body: () => ({ newEmail: newAddress() }),
    status: own(200),
  },
  { path: 'POST /revoke-other-sessions', body: () => ({}), status: own(200) },
  { path: 'POST /update-user', body: () => ({ name: 'x' }), status: all(404) },
  { path: 'POST /sign-up/email', body: () => ({}), status: all(404) },
  { path: 'POST /admin/set-role', body: () => ({ userId: 'x', role: 'admin' }), status: all(404) },
  { path: 'POST /admin/create-user', body: () => ({ email: 'x' }), status: all(404) },
  { path: 'POST /admin/ban-user', body: () => ({ userId: 'x' }), status: all(404) },
  { path: 'POST /admin/remove-user', body: () => ({ userId: 'x' }), status: all(404) },
  { path: 'GET /list-sessions', status: all(404) },
  { path: 'GET /ok', status: all(404) },
  { path: 'POST /revoke-sessions', body: () => ({}), status: own(200) },
];

async function impersonate(target: Context): Promise<HttpClient> {
  const [{ client }, { id }] = await Promise.all([
    createUser(target, target.adminClient, 'ADMIN'),
    createUser(target, target.adminClient, 'USER'),
  ]);
  await client.post('/api/auth/admin/impersonate-user', { userId: id });
  return client;
}

async function createClients(target: Context): Promise<Record<Role, HttpClient>> {
  const [user, banned, admin] = await Promise.all(
    (['USER', 'USER', 'ADMIN'] as const).map((role) =>
      createUser(target, target.adminClient, role),
    ),
  );
  if (!user || !banned || !admin) throw new Error('somebody is missing');
  await target.adminClient.graphql(banMutation, { id: banned.id });
  return {
    anonymous: new HttpClient(target),
    user: user.client,
    banned: banned.client,
    admin: admin.client,
    impersonated: await impersonate(target),
  };
}

const table: Scenario = {
  row: 14,
  title: 'the permission table, field by field and path by path',
  async run(target, check) {
    const people = Object.entries(await createClients(target)) as [Role, HttpClient][];
    check('every role has a client', people.length === 5, people.length);
    const { data } = await target.adminClient.graphql(
      `{ __schema {
        queryType { fields(includeDeprecated: true) { name } }
        mutationType { fields(includeDeprecated: true) { name } }
        subscriptionType { fields(includeDeprecated: true) { name } }
      } }`,
    );
    const names: string[] = Object.values(
      data.__schema as Record<string, { fields: { name: string }[] }>,
    )
      .flatMap((type) => type.fields.map(({ name }) => name))
      .sort();
    check(
      'every root field has a row',
      names.join() === Object.keys(rootFields).sort().join(),
      names,
    );

    for (const [role, client] of people) {
      const isSignedIn = (await client.viewerId()) !== null;
      check(`${role}: signed in or not`, isSignedIn !== signedOut.includes(role));
      for (const [name, field] of Object.entries(rootFields)) {
        if (field.kind === 'subscription') continue;
        const reply: GraphqlReply = await client.graphql(field.document, harmless);
        const expected = expectedRefusal(roleInOracle[role], field.access);
        const isFine = expected
          ? reply.codes.join() === expected
          : !reply.codes.some((code) => refusals.includes(code));
        check(`${name} for ${role}: ${expected ?? 'allowed'}`, isFine, reply);
      }
      await askForLiveEvents(target, role, client, check);
    }
    for (const { path, body, status } of authPaths) {
      const [method = '', where = ''] = path.split(' ');
      for (const [role, client] of people) {
        const expected = status[role];
        const url = `/api/auth${where}`;
        const reply = method === 'GET' ? await client.fetch(url) : await client.post(url, body?.());
        check(`${path} for ${role}: ${expected}`, reply.status === expected, [
          reply.status,
          reply.text.slice(0, 150),
        ]);
      }
    }
  },
};

async function askForLiveEvents(target: Context, role: Role, client: HttpClient, check: Check) {
  const stream = await openStream(client);
  try {
    if (signedOut.includes(role)) {
      await until(() => stream.isOver);
      check(
        `events for ${role}: UNAUTHENTICATED`,
        /"UNAUTHENTICATED"/.test(stream.text),
        stream.text,
      );
      return;
    }
    const isOpen = stream.status === 200 && stream.contentType.startsWith('text/event-stream');
    check(`events for ${role}: a stream`, isOpen, [stream.status, stream.contentType]);
    // A change made before the stream listens isn't reported, so retry.
    let isTold = false;
    for (let round = 0; round < 10 && !isTold; round += 1) {
      const made = await target.adminClient.graphql(createRepository, {
        name: `events ${newAddress()}`,
      });
      const { id } = made.data.createRepository.repository;
      isTold = (await until(() => stream.text.includes(id), 3_000)) !== undefined;
    }
    check(`events for ${role}: a change is told`, isTold, stream.text.slice(0, 200));
  } finally {
    stream.close();
  }
}

export const permissionScenarios = [table];
