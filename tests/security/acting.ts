/** Acting as a person while the manager falls or the person rises. */
import type { Check } from '#tests/support/probe.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import {
  ban,
  createPerson,
  createUser,
  type Person,
  refusals,
  remove,
  revokeAll,
  setRole,
} from './people.ts';
import { openStream } from './streams.ts';
import type { Visitor } from './visitor.ts';

/** A manager who acts as a user; `office` is the browser in which the manager did not begin. */
async function acting(context: Context, check: Check) {
  const manager = await createPerson(context, context.root, 'ADMIN');
  const user = await createPerson(context, context.root, 'USER');
  const before = manager.visitor.copy();
  const begun = await manager.visitor.post('/api/auth/admin/impersonate-user', { userId: user.id });
  check('acting begins', begun.status === 200 && (await manager.visitor.viewerId()) === user.id);
  return { manager, user, before };
}

const ask = '{ setup { appName } viewer { id } }';

/** Nobody, or the manager again, but no longer the person. */
async function isOver(visitor: Visitor, person: Person): Promise<boolean> {
  const { data } = await visitor.graphql(ask);
  return data?.setup != null && data.viewer?.id !== person.id;
}

const falls: Record<
  string,
  (context: Context, manager: Person, before: Visitor) => Promise<unknown>
> = {
  banned: ({ root }, { id }) => root.graphql(ban, { id }),
  demoted: ({ root }, { id }) => root.graphql(setRole, { id, role: 'USER' }),
  deleted: ({ root }, { id }) => root.graphql(remove, { id }),
  'signed out everywhere': ({ root }, { id }) => root.graphql(revokeAll, { id }),
  'signed out in the browser': (_context, _manager, before) =>
    before.post('/api/auth/sign-out', {}),
};

const managerFalls: Scenario = {
  row: 32,
  title: 'the manager is banned, demoted, deleted or signed out while acting',
  async run(context, check) {
    for (const [what, fall] of Object.entries(falls)) {
      const { manager, user, before } = await acting(context, check);
      const stream = await openStream(manager.visitor);
      await fall(context, manager, before);
      check(`${what}: acting is over at the next request`, await isOver(manager.visitor, user));
      const ended = await until(() => stream.isOver, 5_000);
      check(`${what}: the stream ends within 5 s`, ended !== undefined, stream.text.slice(0, 200));
      check(`${what}: the person is not disturbed`, (await user.visitor.viewerId()) === user.id);
      stream.close();
    }
  },
};

const signOut: Scenario = {
  row: 32,
  title: 'signing out while acting leaves no way back',
  async run(context, check) {
    const { manager, before } = await acting(context, check);
    const cookies = new Map(manager.visitor.jar);
    await manager.visitor.post('/api/auth/sign-out', {});
    check(
      'the browser is nobody, or the manager',
      (await manager.visitor.viewerId()) !== null
        ? (await manager.visitor.viewerId()) === manager.id
        : true,
    );
    if ((await manager.visitor.viewerId()) === null) {
      check('the manager’s own session has ended too', (await before.viewerId()) === null);
    }
    const stale = manager.visitor.copy();
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

const personRises: Scenario = {
  row: 32,
  title: 'the person becomes a manager while a manager acts as them',
  async run(context, check) {
    const { manager, user } = await acting(context, check);
    const promoted = await context.root.graphql(setRole, { id: user.id, role: 'ADMIN' });
    check('the person is promoted', refusals(promoted).length === 0, promoted);
    const other = await createPerson(context, context.root, 'USER');
    for (const [what, query, variables] of [
      ['lists people', '{ users(first: 1) { nodes { id } } }', {}],
      ['invites', createUser, { email: newAddress(), role: 'USER' }],
      ['bans', ban, { id: other.id }],
      ['promotes', setRole, { id: other.id, role: 'ADMIN' }],
      [
        'creates a repository',
        'mutation { createRepository(input: { name: "acted", link: "a.example" }) { errors { code } } }',
        {},
      ],
    ] as const) {
      const reply = await manager.visitor.graphql(query, variables);
      const isRefused = reply.codes.some(
        (code) => code === 'FORBIDDEN' || code === 'UNAUTHENTICATED',
      );
      check(`while acting nobody ${what}`, isRefused, reply);
    }
    const listed = await manager.visitor.fetch('/api/auth/admin/list-users?limit=1');
    check(
      'nor at the list of the library',
      listed.status >= 400 && listed.status < 500,
      listed.status,
    );
    const { data } = await user.visitor.graphql('{ users(first: 1) { nodes { id } } }');
    check('the person themselves may', data?.users?.nodes.length === 1, data);
  },
};

const history: Scenario = {
  row: 32,
  title: 'the history names who really did it, also after their account is gone',
  async run(context, check) {
    const manager = await createPerson(context, context.root, 'ADMIN');
    const name = `Manager ${newAddress().slice(6, 12)}`;
    await manager.visitor.graphql(
      'mutation ($name: String!) { updateViewer(input: { name: $name }) { errors { code } } }',
      { name },
    );
    const user = await createPerson(context, context.root, 'USER');
    await manager.visitor.graphql(ban, { id: user.id });
    await manager.visitor.graphql(
      'mutation ($id: ID!) { unbanUser(input: { id: $id }) { errors { code } } }',
      { id: user.id },
    );
    const asked = `query ($id: ID!) { user(id: $id) { history(first: 20) { nodes { kind ${await actorFields(context)} } } } }`;
    const entry = async () =>
      JSON.stringify(
        (await context.root.graphql(asked, { id: user.id })).data?.user?.history?.nodes?.filter(
          (n: { kind: string }) => n.kind === 'BANNED',
        ),
      );
    check('the ban names the manager', (await entry()).includes(name), await entry());
    await context.root.graphql(remove, { id: manager.id });
    check('also when the manager is gone', (await entry()).includes(name), await entry());
    const log = context.inside.log().split('\n');
    const events = log.filter((line) => line.includes(user.id) && line.includes(manager.id));
    check(
      'the log holds the ban as an event with both IDs',
      events.some((line) => /ban/i.test(line)),
      events.length,
    );
    await ownAddress(context, check);
  },
};

/** The fields of a history entry that can name its author. */
async function actorFields({ root }: Context): Promise<string> {
  const { data } = await root.graphql(
    '{ __type(name: "AccountEvent") { fields { name type { kind ofType { kind } } } } }',
  );
  const names: string[] = (data?.__type?.fields ?? []).map(({ name }: { name: string }) => name);
  return names
    .filter((name) => /actor/i.test(name))
    .map((name) => (name === 'actor' ? 'actor { name }' : name))
    .join(' ');
}

/** No manager takes over an account by its address: not their own by API, nor another manager's. */
async function ownAddress(context: Context, check: Check): Promise<void> {
  const [manager, victim] = await Promise.all(
    [0, 1].map(() => createPerson(context, context.root, 'ADMIN')),
  );
  if (!manager || !victim) return;
  const move = `mutation ($id: ID!, $email: String!) {
    updateUser(input: { id: $id, email: $email }) { user { email } errors { code field } } }`;
  for (const [what, id] of [
    ['their own address', manager.id],
    ['another manager’s address', victim.id],
  ] as const) {
    const reply = await manager.visitor.graphql(move, { id, email: newAddress() });
    check(
      `a manager does not change ${what}`,
      refusals(reply).length > 0 && !reply.data?.updateUser?.user,
      reply,
    );
  }
  const user = await createPerson(context, context.root, 'USER');
  const email = newAddress();
  const moved = await manager.visitor.graphql(move, { id: user.id, email });
  check('a user’s address, with a fresh session', refusals(moved).length === 0, moved);
  const told = await until(
    () => context.mailbox.messages.filter(({ to }) => to === user.email).length > 2,
  );
  check('the former address is told', told !== undefined);
  check('the former owner is signed out', (await user.visitor.viewerId()) === null);
}

export const actingScenarios = [managerFalls, signOut, personRises, history];
