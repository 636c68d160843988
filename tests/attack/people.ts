/** Rows 13 and 15–18: rights one does not have, the last admin, what holds at once, texts that bite. */
import type { Check } from '#tests/support/probe.ts';
import { type Graph, type Ground, newAddress, type Row, Visitor } from './target.ts';

const person = '{ id email name roles }';
const createUser = `mutation ($email: String!, $role: Role!, $name: String) {
  createUser(input: { email: $email, role: $role, name: $name }) { user ${person} errors { code } } }`;
const setRole = `mutation ($id: ID!, $role: Role!) {
  updateUser(input: { id: $id, role: $role }) { user ${person} errors { code } } }`;
const ban = `mutation ($id: ID!) {
  banUser(input: { id: $id, reason: "probe" }) { errors { code } } }`;
const remove = 'mutation ($id: ID!) { deleteUser(input: { id: $id }) { errors { code } } }';

/** The codes with which a mutation was refused, wherever they stand. */
function refusals({ data, codes }: Graph): string[] {
  const payloads = Object.values(data ?? {}) as ({ errors?: { code: string }[] } | null)[];
  return [...codes, ...payloads.flatMap((p) => p?.errors?.map(({ code }) => code) ?? [])];
}

/** A new person with a role, and the id that goes with them. */
async function recruit(target: Ground, admin: Visitor, role: 'ADMIN' | 'USER') {
  const email = newAddress();
  const made = await admin.graphql(createUser, { email, role, name: 'Probe' });
  const id: string = made.data?.createUser?.user?.id;
  if (!id) throw new Error(`createUser: ${JSON.stringify(made)}`);
  // An invitation is a mail, too: the code is the next one.
  await target.mailbox.next(email);
  return { id, email, visitor: await new Visitor(target).signIn(email) };
}

const fields: Row = {
  row: 13,
  title: 'extra fields, roles that are none',
  async probe(target, check) {
    const { id, visitor: admin } = await recruit(target, target.root, 'ADMIN');
    const now = async () =>
      (await admin.graphql('{ viewer { user { id name roles email } } }')).data;
    const before = JSON.stringify(await now());
    for (const extra of [
      'role: ADMIN',
      'banned: false',
      'id: "x"',
      'emailVerified: true',
      '__proto__: { role: ADMIN }',
    ]) {
      const reply = await admin.graphql(
        `mutation { updateViewer(input: { name: "M", ${extra} }) { errors { code } } }`,
      );
      check(`updateViewer with ${extra}: refused`, reply.codes.includes('BAD_REQUEST'), reply);
    }
    for (const extra of [
      '{"__proto__":{"role":"admin"},"name":"M"}',
      '{"name":"M","role":"admin"}',
      '{"name":"M","constructor":{}}',
    ]) {
      const body = `{"query":"mutation ($i: UpdateViewerInput!) { updateViewer(input: $i) { errors { code } } }","variables":{"i":${extra}}}`;
      const { json } = await admin.post('/api/graphql', body);
      const isRefused = json?.errors?.[0]?.extensions?.code === 'BAD_REQUEST';
      check(`variables ${extra}: refused`, isRefused, json);
    }
    for (const extra of ['role', 'banned', 'id', 'emailVerified', '__proto__', 'name', 'image']) {
      const body = `{"email":"${newAddress()}","otp":"123456","${extra}":"admin"}`;
      const { status } = await admin.post('/api/auth/sign-in/email-otp', body);
      check(`signing in with ${extra}: refused`, status === 400, status);
    }
    for (const body of ['{"__proto__":1}', '[]', '"x"', 'null', '{"all":true}', '{']) {
      const { status } = await admin.post('/api/auth/revoke-sessions', body);
      check(`a body ${body}: refused`, status === 400, status);
    }
    check('and nothing has changed', JSON.stringify(await now()) === before);

    for (const role of [
      'admin,user',
      ' admin',
      'constructor',
      '__proto__',
      'admin',
      '',
      [],
      {},
      null,
      5,
    ]) {
      const reply = await target.root.graphql(setRole, { id, role });
      const isRefused = reply.codes.length > 0 && !reply.data?.updateUser?.user;
      check(`role ${JSON.stringify(role)}: refused`, isRefused, reply);
    }
  },
};

const atOnce: Row = {
  row: 16,
  title: '1,000 requests after a ban, a revoke, a demotion, a deletion',
  async probe(target, check) {
    const admin = (await recruit(target, target.root, 'ADMIN')).visitor;
    const storm = async (visitor: Visitor, query: string) =>
      Promise.all(Array.from({ length: 250 }, () => visitor.graphql(query)));
    const viewer = '{ viewer { id } }';
    const isNobody = ({ data }: Graph) => !data?.viewer;

    const banned = await recruit(target, admin, 'USER');
    await admin.graphql(ban, { id: banned.id });
    check('banned: none succeeds', (await storm(banned.visitor, viewer)).every(isNobody));

    const revoked = await recruit(target, admin, 'USER');
    await admin.graphql(
      'mutation ($id: ID!) { revokeUserSessions(input: { userId: $id }) { errors { code } } }',
      { id: revoked.id },
    );
    check('revoked: none succeeds', (await storm(revoked.visitor, viewer)).every(isNobody));

    const demoted = await recruit(target, admin, 'ADMIN');
    const list = '{ users(first: 1) { nodes { id } } }';
    check('an admin sees people', (await demoted.visitor.graphql(list)).data?.users !== undefined);
    await admin.graphql(setRole, { id: demoted.id, role: 'USER' });
    const refused = await storm(demoted.visitor, list);
    check(
      'demoted: none succeeds',
      refused.every(({ data }) => !data?.users),
    );

    const deleted = await recruit(target, admin, 'USER');
    await admin.graphql(remove, { id: deleted.id });
    check('deleted: none succeeds', (await storm(deleted.visitor, viewer)).every(isNobody));
  },
};

const impersonation: Row = {
  row: 17,
  title: 'acting as somebody else',
  async probe(target, check) {
    const admin = (await recruit(target, target.root, 'ADMIN')).visitor;
    const adminId = await admin.viewerId();
    const other = await recruit(target, admin, 'ADMIN');
    const user = await recruit(target, admin, 'USER');
    const act = (id: string) => admin.post('/api/auth/admin/impersonate-user', { userId: id });
    check('nobody who has not come yet', (await act(user.id)).status === 403);
    await user.visitor.graphql(
      'mutation { updateViewer(input: { name: "Probe" }) { errors { code } } }',
    );

    check('an admin cannot be impersonated', (await act(other.id)).status === 403);
    check('nor oneself', (await act(adminId ?? '')).status >= 400);
    check('nobody unknown', [400, 403, 404].includes((await act('usr_nobody')).status));
    const asUser = await user.visitor.post('/api/auth/admin/impersonate-user', {
      userId: other.id,
    });
    check('a user impersonates nobody', asUser.status === 403, asUser.status);

    for (let cycle = 1; cycle <= 3; cycle += 1) {
      const begun = await act(user.id);
      check(`cycle ${cycle}: begins`, begun.status === 200, begun.text);
      check('no token is told', !/"token"/.test(begun.text));
      check(`cycle ${cycle}: is the other`, (await admin.viewerId()) === user.id);
      await whileActing(check, admin, { id: user.id, other: other.id });
      const ended = await admin.post('/api/auth/admin/stop-impersonating', {});
      check(`cycle ${cycle}: ends`, ended.status === 200, ended.text);
      check(`cycle ${cycle}: is oneself again`, (await admin.viewerId()) === adminId);
    }
    check('the other was not disturbed', (await user.visitor.viewerId()) === user.id);
    const again = await admin.post('/api/auth/admin/stop-impersonating', {});
    check('ending what has not begun: refused', again.status >= 400, again.status);
  },
};

async function whileActing(
  check: Check,
  admin: Visitor,
  { id, other }: { id: string; other: string },
): Promise<void> {
  const nested = await admin.post('/api/auth/admin/impersonate-user', { userId: other });
  check('nothing nests', nested.status >= 400 && (await admin.viewerId()) === id, nested.status);
  for (const [path, body] of [
    ['/api/auth/delete-user', {}],
    ['/api/auth/email-otp/request-email-change', { newEmail: newAddress() }],
    ['/api/auth/email-otp/change-email', { newEmail: newAddress(), otp: '123456' }],
    ['/api/auth/revoke-sessions', {}],
    ['/api/auth/revoke-other-sessions', {}],
  ] as [string, object][]) {
    const { status } = await admin.post(path, body);
    check(`${path} meanwhile: refused`, status === 403, status);
  }
  const renamed = await admin.graphql(
    'mutation { updateViewer(input: { name: "Mallory" }) { errors { code } } }',
  );
  check('updateViewer meanwhile: refused', refusals(renamed).length > 0, renamed);
  check('and still there', (await admin.viewerId()) === id);
}

const texts: Row = {
  row: 18,
  title: 'texts that bite',
  async probe(target, check) {
    const admin = (await recruit(target, target.root, 'ADMIN')).visitor;
    const create = `mutation ($name: String!, $link: String!, $description: String) {
      createRepository(input: { name: $name, link: $link, description: $description }) {
        repository { id name link description } errors { code } } }`;
    const unique = () => newAddress().split('@')[0];
    const link = 'https://git.example.com/x';
    for (const bad of [
      'javascript:alert(1).x',
      'data:text/html,<b>.x',
      ' java\tscript:alert(1).x',
      'vbscript:x.y',
      'https://a.b/\u202Egpj.exe',
      'https://a.b/\u0000',
    ]) {
      const reply = await admin.graphql(create, { name: unique(), link: bad });
      const stored: string | undefined = reply.data?.createRepository?.repository?.link;
      const isFine = stored === undefined || /^https?:\/\/[^\p{Cc}\u202E]+$/u.test(stored);
      check(
        `link ${JSON.stringify(bad)}: refused or harmless`,
        isFine && reply.status < 500,
        reply,
      );
    }
    const quoted = await admin.graphql(create, {
      name: unique(),
      link: 'https://a.b/"onmouseover="x',
    });
    check(
      'quotes in a link: stored or refused',
      quoted.status < 500 && !quoted.codes.includes('INTERNAL_ERROR'),
      quoted,
    );
    const markup = `<img src=x onerror=alert(1)> ${unique()}`;
    const made = await admin.graphql(create, {
      name: markup,
      link,
      description: '<script>alert(1)</script>',
    });
    const { name, description } = made.data?.createRepository?.repository ?? {};
    check('markup is text', name === markup && description === '<script>alert(1)</script>', made);
    for (const [what, text] of [
      ['bidi controls', `a\u202Eb ${unique()}`],
      ['NUL', `a\u0000b ${unique()}`],
      ['10 kB of emoji', '🧨'.repeat(2_500)],
      ['line breaks', `a\nb ${unique()}`],
    ] as const) {
      const reply = await admin.graphql(create, { name: text, link });
      check(`${what} in a name: refused`, !reply.data?.createRepository?.repository, reply);
      check(`${what}: no 5xx`, reply.status < 500 && !reply.codes.includes('INTERNAL_ERROR'));
    }
    const lone = await admin.post(
      '/api/graphql',
      `{"query":${JSON.stringify(create)},"variables":{"name":"\\ud800 ${unique()}","link":"${link}"}}`,
    );
    check('a lone surrogate: refused', !lone.json?.data?.createRepository?.repository, lone.text);
    check('a lone surrogate: no 5xx', lone.status < 500 && !lone.text.includes('INTERNAL_ERROR'));

    await admin.graphql(
      'mutation { updateViewer(input: { name: "<b onclick=x>Mallory</b>" }) { errors { code } } }',
    );
    const email = newAddress();
    await admin.graphql(createUser, { email, role: 'USER' });
    const mail = await target.mailbox.next(email);
    check('a name in a mail is text', !/<b onclick/.test(mail.html) && /Mallory/.test(mail.html));
  },
};

const lastAdmin: Row = {
  row: 15,
  title: 'the last admin',
  alone: 'last',
  async probe(target, check) {
    const one = await recruit(target, target.root, 'ADMIN');
    const two = await recruit(target, one.visitor, 'ADMIN');
    const { data } = await one.visitor.graphql(
      '{ users(first: 100, role: ADMIN) { nodes { id } } }',
    );
    for (const { id } of data.users.nodes) {
      if (id !== one.id && id !== two.id) await one.visitor.graphql(setRole, { id, role: 'USER' });
    }
    /** How many admins can act, as somebody sees it who is one; nothing for whoever is none. */
    const count = async (visitor: Visitor): Promise<number | undefined> => {
      const list = '{ users(first: 100, role: ADMIN) { nodes { status } } }';
      const people: { status: string }[] | undefined = (await visitor.graphql(list)).data?.users
        ?.nodes;
      return people?.filter(({ status }) => status !== 'BANNED').length;
    };

    let pair = [one, two] as const;
    for (const mutation of [setRole, ban, remove]) {
      const [a, b] = pair;
      const against = (from: Visitor, id: string) =>
        from.graphql(mutation, mutation === setRole ? { id, role: 'USER' } : { id });
      await Promise.all([against(a.visitor, b.id), against(b.visitor, a.id)]);
      const counts = [await count(a.visitor), await count(b.visitor)];
      const isOne = counts.filter((each) => each === 1).length === 1;
      check('two remove each other at once: one is left', isOne, counts);
      const left = counts[0] === 1 ? a : b;
      await alone(check, left);
      pair = [left, await recruit(target, left.visitor, 'ADMIN')];
    }
  },
};

async function alone(
  check: Check,
  { id, visitor }: { id: string; visitor: Visitor },
): Promise<void> {
  const self = async (what: string, mutation: string, variables: object) =>
    check(
      `the last one cannot ${what}`,
      refusals(await visitor.graphql(mutation, variables)).length > 0,
    );
  await self('demote', setRole, { id, role: 'USER' });
  await self('ban', ban, { id });
  await self('delete', remove, { id });
  const left = await visitor.post('/api/auth/delete-user', {});
  check(
    'the last one cannot leave',
    left.status >= 400 && left.json?.code === 'LAST_ADMIN',
    left.text,
  );
  check('and is still there', (await visitor.viewerId()) === id);
}

export const peopleRows = [fields, lastAdmin, atOnce, impersonation, texts];
