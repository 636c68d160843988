/** What happens to an account while a sign-in waits for its passkey. */
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { unique } from '#tests/support/factories.ts';
import { untilWaiting } from '#tests/support/open-transaction.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ REQUIRE_PASSKEY_FOR: 'admin' });
const { database } = server;
const { enterCode, signUp } = passkeyPeople(server);

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
    const { adding } = await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${id} FOR UPDATE`;
      const adding = browser.post(`${path}/verify-setup`, { response });
      await untilWaiting(database, 1);
      await transaction.user.update({ where: { id }, data: change(), select: { id: true } });
      return { adding };
    });
    const refused = await adding;
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
