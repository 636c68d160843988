/** What “This wasn't me” in an email does to passkeys and recovery codes. */
import { expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { endSessions, lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ REQUIRE_PASSKEY_FOR: 'admin' });
const { database } = server;
const { addPasskey, enterCode, personWithPasskey, signIn, viewerOf } = passkeyPeople(server);

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
const linkFor = (user: { id: string; email: string }) =>
  secureAccountLink(createKeyedHmac([server.secret]), user).split('#')[1] ?? '';

async function secure(user: { id: string; email: string }, token = linkFor(user)) {
  const response = await server.browser().post('/api/auth/secure-account', { token });
  expect(response.status).toBe(200);
}

const counts = async (userId: string) => ({
  passkeys: await database.passkey.count({ where: { userId } }),
  codes: await database.recoveryCodes.count({ where: { userId } }),
});

const createCodes = 'mutation { createRecoveryCodes { errors { code } } }';

it('those that an intruder added are removed, those of before stay', async () => {
  const { device: own, ...victim } = await personWithPasskey();
  await database.passkey.updateMany({
    where: { userId: victim.id },
    data: { createdAt: daysAgo(8) },
  });
  const other = await personWithPasskey();
  const intruder = createAuthenticator();
  expect((await addPasskey(victim.browser, intruder)).status).toBe(200);
  await server.sendAs(victim.browser.cookie())(createCodes);
  const browser = server.browser();
  expect((await signIn(intruder, {}, browser)).status).toBe(200);

  await secure(victim);
  expect(await viewerOf(browser)).toBeNull();
  expect(await codeOf(await signIn(intruder))).toBe('PASSKEY_NOT_FOUND');
  expect(await counts(victim.id)).toEqual({ passkeys: 1, codes: 0 });
  expect((await signIn(own)).status).toBe(200);
  expect((await signIn(other.device)).status).toBe(200);
  const events = await database.auditEvent.findMany({
    where: { userId: victim.id, kind: { in: ['passkey_removed', 'account_secured'] } },
  });
  expect(events.map(({ kind }) => kind).sort()).toEqual(['account_secured', 'passkey_removed']);
});

it('where passkeys are required, those of before stay: the inbox must not open such an account', async () => {
  const { device, ...admin } = await personWithPasskey('admin');
  await database.passkey.updateMany({
    where: { userId: admin.id },
    data: { createdAt: daysAgo(8) },
  });
  const browser = server.browser();
  await signIn(device, {}, browser);
  await server.sendAs(browser.cookie())(createCodes);
  expect(await counts(admin.id)).toEqual({ passkeys: 1, codes: 1 });
  await secure(admin);
  expect(await counts(admin.id)).toEqual({ passkeys: 1, codes: 0 });
  expect((await signIn(device)).status).toBe(200);
});

it('where passkeys are required, the first one of a thief with a phished code goes, and the owner adds theirs', async () => {
  const { device: stolen, ...admin } = await personWithPasskey('admin');
  await database.user.update({ where: { id: admin.id }, data: { passkeyDueAt: daysAgo(1) } });
  await secure(admin);
  expect(await codeOf(await signIn(stolen))).toBe('PASSKEY_NOT_FOUND');
  await server.ageRateLimits(60);
  const { browser, response } = await enterCode(admin.email);
  expect(response.status).toBe(200);
  const own = createAuthenticator();
  expect((await addPasskey(browser, own)).status).toBe(200);
  expect((await signIn(own)).status).toBe(200);
});

it('recovery codes that a thief created long before the email go too', async () => {
  const { browser, ...victim } = await personWithPasskey();
  await server.sendAs(browser.cookie())(createCodes);
  await database.recoveryCodes.update({
    where: { userId: victim.id },
    data: { createdAt: daysAgo(30) },
  });
  await secure(victim);
  expect((await counts(victim.id)).codes).toBe(0);
});

it('one that is added while the sessions end is not kept', async () => {
  const { browser, id, email } = await personWithPasskey();
  const options = await (await browser.open('/api/auth/passkey/generate-register-options')).json();
  const response = createAuthenticator().register(options);
  const refused = await whileWaiting(database, {
    lock: lockUser(id),
    request: () => browser.post('/api/auth/passkey/verify-registration', { response }),
    change: endSessions(id),
  });
  expect([refused.status, await codeOf(refused)]).toEqual([401, 'UNAUTHENTICATED']);
  expect(await counts(id)).toEqual({ passkeys: 1, codes: 0 });
  expect(await server.mailsTo(email)).toHaveLength(2);
});

it('one that is removed while it signs in opens no session', async () => {
  const { device, id } = await personWithPasskey();
  const refused = await whileWaiting(database, {
    lock: lockUser(id),
    request: () => signIn(device),
    async change(transaction) {
      await transaction.passkey.deleteMany({ where: { userId: id } });
      await endSessions(id)(transaction);
    },
  });
  expect([refused.status, await codeOf(refused)]).toEqual([400, 'UNAUTHENTICATED']);
  expect(await database.session.count({ where: { userId: id } })).toBe(0);
});

it('recovery codes that are created while the sessions end are not kept', async () => {
  const { browser, id } = await personWithPasskey();
  const answer = await whileWaiting(database, {
    lock: lockUser(id),
    request: () => server.sendAs(browser.cookie())(createCodes),
    change: endSessions(id),
  });
  expect(errorCodes(answer)).toEqual(['UNAUTHENTICATED']);
  expect((await counts(id)).codes).toBe(0);
});
