/** What happens to an account while a sign-in waits for its passkey. */
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { unique } from '#tests/support/factories.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import type { Browser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ REQUIRE_PASSKEY_FOR: 'admin' });
const { database } = server;
const { enterCode, personWithCodes, signUp } = passkeyPeople(server);

const path = '/api/auth/passkey';

async function pendingAdmin() {
  const { id, email } = await signUp('admin');
  await database.user.update({ where: { id }, data: { passkeyDueAt: new Date(0) } });
  const { browser, response } = await enterCode(email);
  expect(await codeOf(response)).toBe('PASSKEY_SETUP_REQUIRED');
  await database.session.deleteMany({ where: { userId: id } });
  return { id, email, browser };
}

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
