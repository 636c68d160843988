/** Row 14: every root field and every path of /api/auth, asked by everybody. */
import type { Check } from '#tests/support/probe.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { type GraphqlReply, HttpClient } from './http-client.ts';
import { createRepository } from './lookups.ts';
import { openStream } from './streams.ts';
import { banMutation, createUser } from './users.ts';

/** Who may: everybody; whoever is signed in; the owner of the account in person; admins. */
type Who = 'public' | 'signedIn' | 'owner' | 'admin';

/** Each root field with a question that harms nobody, and who may ask it. */
const fields: Record<string, [Who, string]> = {
  setup: ['public', '{ setup { appName } }'],
  viewer: ['public', '{ viewer { user { id } } }'],
  node: ['signedIn', '{ node(id: "x") { id } }'],
  nodes: ['signedIn', '{ nodes(ids: ["x"]) { id } }'],
  repository: ['signedIn', '{ repository(id: "x") { id } }'],
  repositories: ['signedIn', '{ repositories { nodes { id } } }'],
  user: ['admin', '{ user(id: "x") { id } }'],
  users: ['admin', '{ users { nodes { id } } }'],
  statistics: ['admin', '{ statistics(days: 2) { newUsersPerDay { count } } }'],
  createRepository: ['admin', 'createRepository(input: { name: "", link: "" })'],
  updateRepository: ['admin', 'updateRepository(input: { id: "x" })'],
  deleteRepository: ['admin', 'deleteRepository(input: { id: "x" })'],
  createUser: ['admin', 'createUser(input: { email: "x", role: USER })'],
  updateUser: ['admin', 'updateUser(input: { id: "x", name: "y" })'],
  banUser: ['admin', 'banUser(input: { id: "x", banReason: "y" })'],
  unbanUser: ['admin', 'unbanUser(input: { id: "x" })'],
  deleteUser: ['admin', 'deleteUser(input: { id: "x" })'],
  revokeUserSession: ['admin', 'revokeUserSession(input: { id: "x" })'],
  revokeUserSessions: ['admin', 'revokeUserSessions(input: { id: "x" })'],
  revokeSession: ['owner', 'revokeSession(input: { id: "x" })'],
  revokeOtherSessions: ['owner', 'revokeOtherSessions'],
  updateViewer: ['owner', 'updateViewer(input: { name: "Probe" })'],
  events: ['signedIn', 'subscription { events { __typename } }'],
};

/** Who asks; the demo's people are asked of its own instance. */
type Role = 'anonymous' | 'user' | 'banned' | 'admin' | 'impersonated' | 'demoUser' | 'demoAdmin';

const may: Record<Role, readonly Who[]> = {
  anonymous: ['public'],
  user: ['public', 'signedIn', 'owner'],
  banned: ['public'],
  admin: ['public', 'signedIn', 'owner', 'admin'],
  impersonated: ['public', 'signedIn'],
  demoUser: ['public', 'signedIn', 'owner'],
  demoAdmin: ['public', 'signedIn', 'owner', 'admin'],
};

const nobody = ['anonymous', 'banned'];

/** The code that `asker` must get, or undefined if the question is let through. */
function refusal(asker: Role, who: Who, isMutation: boolean): string | undefined {
  if (!may[asker].includes(who)) return nobody.includes(asker) ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  return asker.startsWith('demo') && isMutation ? 'DEMO_MODE' : undefined;
}

const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'DEMO_MODE', 'INTERNAL_ERROR', 'BAD_REQUEST'];

type AuthPath = {
  path: string;
  body?: () => object;
  /** The status for each asker. */
  status: Record<Exclude<Role, 'demoAdmin'>, number> & { demoAdmin?: number };
};

const all = (status: number): AuthPath['status'] => ({
  anonymous: status,
  user: status,
  banned: status,
  admin: status,
  impersonated: status,
  demoUser: status,
});
const own = (status: number, demoUser = 403): AuthPath['status'] => ({
  anonymous: 401,
  user: status,
  banned: 401,
  admin: status,
  impersonated: 403,
  demoUser,
});

/** The last one ends the session. */
const authPaths: AuthPath[] = [
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
    status: { ...own(403), admin: 200, demoAdmin: 200 },
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

/** One of each, signed in. */
async function createClients(target: Context): Promise<Partial<Record<Role, HttpClient>>> {
  const [user, banned, admin, actor, other] = await Promise.all(
    (['USER', 'USER', 'ADMIN', 'ADMIN', 'USER'] as const).map((role) =>
      createUser(target, target.adminClient, role),
    ),
  );
  if (!user || !banned || !admin || !actor || !other) throw new Error('somebody is missing');
  await target.adminClient.graphql(banMutation, { id: banned.id });
  await actor.client.post('/api/auth/admin/impersonate-user', { userId: other.id });
  const found: Partial<Record<Role, HttpClient>> = {
    anonymous: new HttpClient(target),
    user: user.client,
    banned: banned.client,
    admin: admin.client,
    impersonated: actor.client,
  };
  const signIn = async (email: string) => {
    const client = new HttpClient({ ...target, urls: [target.demo] });
    await client.requestCode(email);
    await client.enterCode(email, '000000');
    return client;
  };
  found.demoUser = await signIn('user@example.com');
  found.demoAdmin = await signIn('admin@example.com');
  return found;
}

/** The question as a document, and whether it changes something. */
function ask(question: string): { document: string; isMutation: boolean } {
  const isMutation = !/^[{s]/.test(question);
  return {
    isMutation,
    document: isMutation ? `mutation { ${question} { errors { code } } }` : question,
  };
}

const table: Scenario = {
  row: 14,
  title: 'the permission table, field by field and path by path',
  async run(target, check) {
    const people = Object.entries(await createClients(target)) as [Role, HttpClient][];
    check('everybody is there', people.length === 7, people.length);
    const { data } = await target.adminClient.graphql(
      '{ __schema { queryType { fields { name } } mutationType { fields { name } } subscriptionType { fields { name } } } }',
    );
    const names: string[] = Object.values(
      data.__schema as Record<string, { fields: { name: string }[] }>,
    )
      .flatMap((type) => type.fields.map(({ name }) => name))
      .sort();
    check('every root field is asked', names.join() === Object.keys(fields).sort().join(), names);

    for (const [asker, client] of people) {
      const isSignedIn = (await client.viewerId()) !== null;
      check(`${asker} is somebody or nobody`, isSignedIn !== nobody.includes(asker));
      for (const [name, [who, question]] of Object.entries(fields)) {
        if (name === 'events') continue;
        const { document, isMutation } = ask(question);
        const reply: GraphqlReply = await client.graphql(document);
        const expected = refusal(asker, who, isMutation);
        const isFine = expected
          ? reply.codes.join() === expected
          : !reply.codes.some((code) => refusals.includes(code));
        check(`${name} for ${asker}: ${expected ?? 'let through'}`, isFine, reply);
      }
      await askForEvents(target, asker, client, check);
    }
    for (const { path, body, status } of authPaths) {
      const [method = '', where = ''] = path.split(' ');
      for (const [asker, client] of people) {
        const expected = status[asker] ?? status.demoUser;
        const url = `/api/auth${where}`;
        const reply = method === 'GET' ? await client.fetch(url) : await client.post(url, body?.());
        check(`${path} for ${asker}: ${expected}`, reply.status === expected, [
          reply.status,
          reply.text.slice(0, 150),
        ]);
      }
    }
  },
};

/** A stream must be refused, or stay open and tell that a repository was created (in the demo nothing can be). */
async function askForEvents(target: Context, asker: Role, client: HttpClient, check: Check) {
  const stream = await openStream(client);
  try {
    if (nobody.includes(asker)) {
      await until(() => stream.isOver);
      check(
        `events for ${asker}: UNAUTHENTICATED`,
        /"UNAUTHENTICATED"/.test(stream.text),
        stream.text,
      );
      return;
    }
    const isOpen = stream.status === 200 && stream.contentType.startsWith('text/event-stream');
    check(`events for ${asker}: a stream`, isOpen, [stream.status, stream.contentType]);
    if (asker.startsWith('demo')) {
      check(
        `events for ${asker}: stays open`,
        (await until(() => stream.isOver, 500)) === undefined,
      );
      return;
    }
    // What happens before the stream has begun is not told: then the next change is.
    let isTold = false;
    for (let round = 0; round < 3 && !isTold; round += 1) {
      const made = await target.adminClient.graphql(createRepository, {
        name: `events ${newAddress()}`,
      });
      const { id } = made.data.createRepository.repository;
      isTold = (await until(() => stream.text.includes(id), 3_000)) !== undefined;
    }
    check(`events for ${asker}: a change is told`, isTold, stream.text.slice(0, 200));
  } finally {
    stream.close();
  }
}

export const permissionScenarios = [table];
