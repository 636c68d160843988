import { expect, it } from 'vitest';
import { createKeyedHmac, type Secrets } from '#server/auth/hmac.ts';
import { spendRecoveryCode } from '#server/features/recovery-codes/recovery-codes.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createPasskey, unique } from '#tests/support/factories.ts';
import { passkeyPeople } from '#tests/support/passkey-people.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const create = 'mutation { createRecoveryCodes { codes errors { code } } }';
const state = '{ viewer { recoveryCodes { left createdAt } } }';

/** Of a user with a passkey. */
async function createCodes({ id, send }: Pick<TestUser, 'id' | 'send'>): Promise<string[]> {
  if ((await database.passkey.count({ where: { userId: id } })) === 0) {
    await createPasskey(database, id);
  }
  const { data } = await send(create);
  expect(data.createRecoveryCodes.errors).toEqual([]);
  return data.createRecoveryCodes.codes;
}

const leftOf = async ({ send }: TestUser) => (await send(state)).data.viewer.recoveryCodes?.left;

async function spend({ id }: TestUser, code: string, secrets: Secrets = [server.secret]) {
  const hmac = createKeyedHmac(secrets);
  return (await spendRecoveryCode({ database, hmac }, id, code)) !== undefined;
}

it('are ten, told apart in print, stored as HMACs and announced by email', async () => {
  const user = await server.as('user');
  expect((await user.send(state)).data.viewer.recoveryCodes).toBeNull();
  const codes = await createCodes(user);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([3479AC-HJKMNP-RTV-Y]{4}-){2}[^-]{4}$/);
  expect((await user.send(state)).data.viewer.recoveryCodes).toEqual({
    left: 10,
    createdAt: expect.any(String),
  });
  const stored = JSON.stringify(await database.recoveryCodes.findMany());
  for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  const mail = await server.mailTo(user.email);
  expect(mail.subject).toContain('New recovery codes');
  expect(JSON.stringify([mail, server.lines])).not.toContain(codes[0]);
  const events = await database.auditEvent.findMany({ where: { userId: user.id } });
  expect(events.map(({ kind }) => kind)).toContain('recovery_codes_created');
});

it('work once each, in any case and with any separators', async () => {
  const user = await server.as('user');
  const [first = '', second = '', third = ''] = await createCodes(user);
  expect(await spend(user, first)).toBe(true);
  expect(await spend(user, first)).toBe(false);
  expect(await spend(user, second.toLowerCase().replaceAll('-', ''))).toBe(true);
  expect(await spend(user, ` ${third.replaceAll('-', ' – ')} `)).toBe(true);
  expect(await leftOf(user)).toBe(7);
  const events = await database.auditEvent.findMany({
    where: { userId: user.id, kind: 'recovery_code_used' },
  });
  expect(events).toHaveLength(3);
});

it('are refused if they belong to someone else, are too long, or none at all', async () => {
  const user = await server.as('user');
  const [code = ''] = await createCodes(user);
  const other = await server.as('user');
  await createCodes(other);
  expect(await spend(other, code)).toBe(false);
  for (const entered of [
    '',
    '-',
    code.slice(1),
    `${code}A`,
    '\u0000',
    `${code}${' '.repeat(99)}`,
  ]) {
    expect(await spend(user, entered)).toBe(false);
  }
  expect(await leftOf(user)).toBe(10);
});

it('replace all former codes, even if ten requests create them at once', async () => {
  const user = await server.as('user');
  const former = await createCodes(user);
  const sets = await Promise.all(Array.from({ length: 10 }, () => createCodes(user)));
  expect(await leftOf(user)).toBe(10);
  expect(await spend(user, former[0] ?? '')).toBe(false);
  const spent: string[][] = [];
  for (const codes of sets) if (await spend(user, codes[0] ?? '')) spent.push(codes);
  expect(spent).toHaveLength(1);
  for (const code of spent[0]?.slice(1) ?? []) expect(await spend(user, code)).toBe(true);
  expect(await leftOf(user)).toBe(0);
});

it('of before the first passkey end with it', async () => {
  const { id, send, browser } = await passkeyPeople(server).signUp();
  const { id: lost } = await createPasskey(database, id);
  await createCodes({ id, send });
  await database.passkey.delete({ where: { id: lost } });
  expect((await passkeyPeople(server).addPasskey(browser, createAuthenticator())).status).toBe(200);
  expect(await database.recoveryCodes.count({ where: { userId: id } })).toBe(0);
});

it('are deleted with their owner, and when a manager changes the address', async () => {
  const user = await server.as('user');
  const [code = ''] = await createCodes(user);
  const admin = await server.as('admin');
  const email = `${unique('moved')}@example.com`;
  expect(await mutate(admin, 'updateUser', { id: user.id, email })).toEqual([]);
  expect(await spend(user, code)).toBe(false);

  const leaving = await server.as('user');
  await createCodes(leaving);
  expect((await server.post('/api/auth/delete-user', {}, leaving.cookie)).status).toBe(200);
  expect(await database.recoveryCodes.count({ where: { userId: leaving.id } })).toBe(0);
});

it('are valid while their secret is accepted', async () => {
  const user = await server.as('user');
  const [code = ''] = await createCodes(user);
  const next = 'uR5xK0eW8iVn3CqB7oM1tHz9LyS6jDg2';
  expect(await spend(user, code, [next])).toBe(false);
  expect(await spend(user, code, [next, server.secret])).toBe(true);
});
