import { codesOf, type HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import {
  banMutation,
  createUser,
  createUserMutation,
  deleteMutation,
  errorCodes,
  revokeSessionsMutation,
  setRoleMutation,
  type TestUser,
} from './users.ts';

async function impersonate(context: Context, check: Check) {
  const manager = await createUser(context, context.adminClient, 'ADMIN');
  const user = await createUser(context, context.adminClient, 'USER');
  const before = manager.client.copy();
  const started = await manager.client.post('/api/auth/admin/impersonate-user', {
    userId: user.id,
  });
  check('acting begins', started.status === 200 && (await manager.client.viewerId()) === user.id);
  return { manager, user, before };
}

const ask = '{ setup { appName } viewer { user { id } } }';

async function hasEnded(client: HttpClient, person: TestUser): Promise<boolean> {
  const { data } = await client.graphql(ask);
  return data?.setup != null && data.viewer?.user.id !== person.id;
}

type Ending = (context: Context, manager: TestUser, before: HttpClient) => Promise<string[]>;

const byAdmin =
  (mutation: string, variables: object = {}): Ending =>
  async ({ adminClient }, { id }) =>
    errorCodes(await adminClient.graphql(mutation, { id, ...variables }));

const endings: Record<string, Ending> = {
  banned: byAdmin(banMutation),
  demoted: byAdmin(setRoleMutation, { role: 'USER' }),
  deleted: byAdmin(deleteMutation),
  'signed out everywhere': byAdmin(revokeSessionsMutation),
  'signed out in the browser': async (_context, _manager, before) =>
    codesOf(await before.post('/api/auth/sign-out', {})),
};

const managerLosesAccess: Scenario = {
  row: 32,
  title: 'the manager is banned, demoted, deleted or signed out while acting',
  async run(context, check) {
    for (const [what, fall] of Object.entries(endings)) {
      const { manager, user, before } = await impersonate(context, check);
      const stream = await openStream(manager.client);
      const refusals = await fall(context, manager, before);
      check(`${what}: access is lost`, refusals.length === 0, refusals);
      check(`${what}: acting is over at the next request`, await hasEnded(manager.client, user));
      const ended = await until(() => stream.isOver, 25_000);
      check(`${what}: the stream ends`, ended !== undefined, stream.text.slice(-400));
      check(`${what}: the person is not disturbed`, (await user.client.viewerId()) === user.id);
      stream.close();
    }
  },
};

const signOut: Scenario = {
  row: 32,
  title: 'signing out while acting leaves no way back',
  async run(context, check) {
    const { manager, before } = await impersonate(context, check);
    const cookies = new Map(manager.client.jar);
    await manager.client.post('/api/auth/sign-out', {});
    check(
      'the browser is nobody, or the manager',
      (await manager.client.viewerId()) !== null
        ? (await manager.client.viewerId()) === manager.id
        : true,
    );
    if ((await manager.client.viewerId()) === null) {
      check('the manager’s own session has ended too', (await before.viewerId()) === null);
    }
    const stale = manager.client.copy();
    for (const [name, value] of cookies) stale.jar.set(name, value);
    check(
      'the former cookies act as nobody',
      (await stale.viewerId()) === null,
      await stale.viewerId(),
    );
    const back = await stale.post('/api/auth/admin/stop-impersonating', {});
    check('and lead to nobody', back.status >= 400, back.status);
  },
};

const userIsPromoted: Scenario = {
  row: 32,
  title: 'the person becomes a manager while a manager acts as them',
  async run(context, check) {
    const { manager, user } = await impersonate(context, check);
    const promoted = await context.adminClient.graphql(setRoleMutation, {
      id: user.id,
      role: 'ADMIN',
    });
    check('the person is promoted', errorCodes(promoted).length === 0, promoted);
    const other = await createUser(context, context.adminClient, 'USER');
    for (const [what, query, variables] of [
      ['lists people', '{ users(first: 1) { nodes { id } } }', {}],
      ['invites', createUserMutation, { email: newAddress(), role: 'USER' }],
      ['bans', banMutation, { id: other.id }],
      ['promotes', setRoleMutation, { id: other.id, role: 'ADMIN' }],
      [
        'creates a repository',
        'mutation { createRepository(input: { name: "acted", link: "a.example" }) { errors { code } } }',
        {},
      ],
    ] as const) {
      const reply = await manager.client.graphql(query, variables);
      const isRefused = reply.codes.some(
        (code) => code === 'FORBIDDEN' || code === 'UNAUTHENTICATED',
      );
      check(`while acting nobody ${what}`, isRefused, reply);
    }
    const listed = await manager.client.fetch('/api/auth/admin/list-users?limit=1');
    check(
      'nor at the list of the library',
      listed.status >= 400 && listed.status < 500,
      listed.status,
    );
    const { data } = await user.client.graphql('{ users(first: 1) { nodes { id } } }');
    check('the person themselves may', data?.users?.nodes.length === 1, data);
  },
};

const history: Scenario = {
  row: 32,
  title: 'the history names who really did it, also after their account is gone',
  async run(context, check) {
    const manager = await createUser(context, context.adminClient, 'ADMIN');
    const name = `Manager ${newAddress().slice(6, 12)}`;
    await manager.client.graphql(
      'mutation ($name: String!) { updateViewer(input: { name: $name }) { errors { code } } }',
      { name },
    );
    const user = await createUser(context, context.adminClient, 'USER');
    await manager.client.graphql(banMutation, { id: user.id });
    await manager.client.graphql(
      'mutation ($id: ID!) { unbanUsers(input: { ids: [$id] }) { errors { code } } }',
      { id: user.id },
    );
    const asked = `query ($id: ID!) { user(id: $id) { auditEvents(first: 20) { nodes { kind ${await actorFields(context)} } } } }`;
    const entry = async () =>
      JSON.stringify(
        (
          await context.adminClient.graphql(asked, { id: user.id })
        ).data?.user?.auditEvents?.nodes?.filter((n: { kind: string }) => n.kind === 'BANNED'),
      );
    check('the ban names the manager', (await entry()).includes(name), await entry());
    await context.adminClient.graphql(deleteMutation, { id: manager.id });
    check('also when the manager is gone', (await entry()).includes(name), await entry());
    const events = () =>
      context.operator
        .log()
        .split('\n')
        .filter((line) => line.includes(user.id) && line.includes(manager.id));
    check(
      'the log holds the ban as an event with both IDs',
      (await until(() => events().some((line) => /ban/i.test(line)))) !== undefined,
      events().length,
    );
    await ownAddress(context, check);
  },
};

async function actorFields({ adminClient }: Context): Promise<string> {
  const { data } = await adminClient.graphql(
    '{ __type(name: "AuditEvent") { fields { name type { kind ofType { kind } } } } }',
  );
  const names: string[] = (data?.__type?.fields ?? []).map(({ name }: { name: string }) => name);
  return names
    .filter((name) => /actor/i.test(name))
    .map((name) => (name === 'actor' ? 'actor { name }' : name))
    .join(' ');
}

async function ownAddress(context: Context, check: Check): Promise<void> {
  const [manager, victim] = await Promise.all(
    [0, 1].map(() => createUser(context, context.adminClient, 'ADMIN')),
  );
  if (!manager || !victim) return;
  const move = `mutation ($id: ID!, $email: String!) {
    updateUser(input: { id: $id, email: $email }) { user { email } errors { code field } } }`;
  for (const [what, id] of [
    ['their own address', manager.id],
    ['another manager’s address', victim.id],
  ] as const) {
    const reply = await manager.client.graphql(move, { id, email: newAddress() });
    check(
      `a manager does not change ${what}`,
      errorCodes(reply).length > 0 && !reply.data?.updateUser?.user,
      reply,
    );
  }
  const user = await createUser(context, context.adminClient, 'USER');
  const email = newAddress();
  const moved = await manager.client.graphql(move, { id: user.id, email });
  check('a user’s address, with a fresh session', errorCodes(moved).length === 0, moved);
  const told = await until(
    () => context.mailbox.messages.filter(({ to }) => to === user.email).length > 2,
  );
  check('the former address is told', told !== undefined);
  check('the former owner is signed out', (await user.client.viewerId()) === null);
}

export const impersonationEndScenarios = [managerLosesAccess, signOut, userIsPromoted, history];
