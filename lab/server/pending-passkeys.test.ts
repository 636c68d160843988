/** What happens to an account while a sign-in waits for its passkey. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { unique } from '#tests/support/factories.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import type { Browser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ REQUIRE_PASSKEY_FOR: 'admin' });
const { database } = server;
const { enterCode, personWithCodes, personWithPasskey, signIn, signUp } = passkeyPeople(server);

const path = '/api/auth/passkey';

async function pendingAdmin() {
  const { id, email } = await signUp('admin');
  await database.user.update({ where: { id }, data: { passkeyDueAt: new Date(0) } });
  const { browser, response } = await enterCode(email);
  expect(await codeOf(response)).toBe('PASSKEY_SETUP_REQUIRED');
  await database.session.deleteMany({ where: { userId: id } });
  return { id, email, browser };
}

it('a sign-in that waits for a passkey is in the audit log of the user', async () => {
  const { id: userId } = await pendingAdmin();
  const where = { userId, kind: 'passkey_requested' } as const;
  const [event, ...others] = await database.auditEvent.findMany({ where });
  expect(event).toMatchObject({ actorId: null, network: expect.any(String) });
  expect(others).toEqual([]);
});

describe('a first passkey', () => {
  it.each([
    ['its owner ends all sessions', () => ({ securedAt: new Date() })],
    ['a manager changes the address', () => ({ email: `${unique('moved')}@example.com` })],
  ])('is not kept if %s while it is added', async (_what, change) => {
    const { id, browser } = await pendingAdmin();
    const options = await (await browser.open(`${path}/generate-setup-options`)).json();
    const response = createAuthenticator().register(options);
    const refused = await whileWaiting(database, {
      lock: lockUser(id),
      request: () => browser.post(`${path}/verify-setup`, { response }),
      change: (transaction) => transaction.user.update({ where: { id }, data: change() }),
    });
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'SIGN_IN_EXPIRED']);
    expect(refused.headers.getSetCookie().join()).not.toContain('session_token');
    expect(await database.passkey.count({ where: { userId: id } })).toBe(0);
    expect(await database.session.count({ where: { userId: id } })).toBe(0);
    const added = await database.auditEvent.count({
      where: { userId: id, kind: 'passkey_added' },
    });
    expect(added).toBe(0);
  });
});

describe('a recovery code', () => {
  async function pendingPerson() {
    const person = await personWithCodes('admin');
    const { browser } = await enterCode(person.email);
    return { ...person, browser };
  }

  async function tracesOf({ id: userId, email }: { id: string; email: string }) {
    const { hashes } = await database.recoveryCodes.findUniqueOrThrow({ where: { userId } });
    const where = { userId, kind: 'recovery_code_used' } as const;
    const mails = await server.mailsTo(email);
    return {
      left: hashes.length,
      events: await database.auditEvent.count({ where }),
      mails: mails.filter(({ subject }) => subject.includes('recovery code was used')).length,
    };
  }

  const enter = (browser: Browser, code = '') =>
    server.post('/api/auth/sign-in/recovery-code', { code }, browser.cookie());

  it('stays unused if another one completes the sign-in first', async () => {
    const { codes, browser, ...person } = await pendingPerson();
    const answers = await whileWaiting(database, {
      lock: (transaction) => transaction.$queryRaw`
        SELECT 1 FROM "recovery_codes" WHERE "userId" = ${person.id} FOR UPDATE`,
      request: () => Promise.all([enter(browser, codes[0]), enter(browser, codes[1])]),
      waiting: 2,
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused && (await codeOf(refused))).toBe('SIGN_IN_EXPIRED');
    expect(await tracesOf(person)).toEqual({ left: 9, events: 1, mails: 1 });
  });

  it('stays unused if its owner was banned', async () => {
    const { codes, browser, ...person } = await pendingPerson();
    await database.user.update({ where: { id: person.id }, data: { banned: true } });
    expect(await codeOf(await enter(browser, codes[0]))).toBe('BANNED_USER');
    expect(await tracesOf(person)).toEqual({ left: 10, events: 0, mails: 0 });
  });
});

describe('a sign-in that waits for its passkey ends with', () => {
  /** A thief with a phished code, who waits for a way to add a passkey. */
  async function intrusion() {
    const person = await personWithPasskey('admin');
    const { browser: thief, response } = await enterCode(person.email);
    expect(await codeOf(response)).toBe('PASSKEY_REQUIRED');
    return { ...person, thief };
  }
  type Person = Awaited<ReturnType<typeof intrusion>>;

  /** It says PASSKEY_REQUIRED while it waits. Without passkeys, it would add one. */
  async function expectEnded({ id, thief }: Pick<Person, 'id' | 'thief'>) {
    const now = await thief.open(`${path}/generate-setup-options`);
    expect([now.status, await codeOf(now)]).toEqual([400, 'SIGN_IN_EXPIRED']);
    expect(await database.verification.count({ where: { value: { startsWith: id } } })).toBe(0);
  }

  const bySelf = async ({ browser }: Person, mutation: string, input?: object) => {
    const send = server.sendAs(browser.cookie());
    expect(await mutate({ send }, mutation, input)).toEqual([]);
  };
  const byManager =
    (mutation: string, inputOf: (id: string) => object = (id) => ({ ids: [id] })) =>
    async ({ id }: Pick<Person, 'id'>) => {
      expect(await mutate(await server.as('admin'), mutation, inputOf(id))).toEqual([]);
    };
  const reset = byManager('resetPasskeys', (id) => ({ id }));
  const revokeAll = byManager('revokeSessionsOfUsers');
  const ban = byManager('banUsers', (id) => ({ ids: [id], banReason: 'Phished' }));
  const unban = byManager('unbanUsers');
  const withoutSession = (end: (person: Person) => Promise<void>) => async (person: Person) => {
    await database.session.deleteMany({ where: { userId: person.id } });
    await end(person);
  };

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a reset of the passkeys', reset],
    ['a reset where no session is open', withoutSession(reset)],
    ['a revocation of all sessions by a manager', revokeAll],
    ['a revocation where no session is open', withoutSession(revokeAll)],
    [
      'a ban, also one that is lifted',
      withoutSession((person) => ban(person).then(() => unban(person))),
    ],
    [
      'the removal of the last passkey',
      async (person) => {
        await signIn(person.device, {}, person.browser);
        const { id } = await database.passkey.findFirstOrThrow({ where: { userId: person.id } });
        await bySelf(person, 'removePasskey', { id });
      },
    ],
    [
      'a session that the owner ends',
      async (person) => {
        const { id } = await database.session.findFirstOrThrow({ where: { userId: person.id } });
        await bySelf(person, 'revokeSession', { id });
      },
    ],
    ['all others that the owner ends', (person) => bySelf(person, 'revokeOtherSessions')],
  ])('%s', async (_what, end) => {
    const person = await intrusion();
    await end(person);
    await expectEnded(person);
  });

  it('another sign-in in its browser', async () => {
    const { id, device, thief } = await intrusion();
    expect((await signIn(device, {}, thief)).status).toBe(200);
    expect((await thief.post('/api/auth/sign-out', {})).status).toBe(200);
    await database.passkey.deleteMany({ where: { userId: id } });
    await expectEnded({ id, thief });
  });

  it('whatever deletes sessions: one function does', () => {
    const deleting = globSync('server/**/*.ts', { exclude: ['server/generated/**'] }).filter(
      (file) => /\bsession\.delete|DELETE FROM "session"/.test(readFileSync(file, 'utf8')),
    );
    expect(deleting).toEqual(['server/auth/sessions/session-store.ts']);
  });

  it('but stays while others sign in, and its owner does elsewhere', async () => {
    const { device, thief } = await intrusion();
    expect((await signIn(device)).status).toBe(200);
    await signUp();
    const now = await thief.open(`${path}/generate-setup-options`);
    expect(await codeOf(now)).toBe('PASSKEY_REQUIRED');
  });
});
