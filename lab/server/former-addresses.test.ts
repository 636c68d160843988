/** A thief with a phished code changes the address of an account. Its owner still has the former mailbox. */
import { expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import type { Browser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const { enterCode, signUp, viewerOf } = passkeyPeople(server);

const newAddress = (name: string) => `${unique(name)}@example.com`;
const path = '/api/auth/email-otp';

async function move(browser: Browser, newEmail: string) {
  await server.ageRateLimits(60);
  await browser.post(`${path}/request-email-change`, { newEmail });
  return browser.post(`${path}/change-email`, { newEmail, otp: await server.codeFor(newEmail) });
}

/** The token of the newest link in the mailbox. */
async function linkOf(email: string): Promise<string> {
  const links = (await server.mailsTo(email)).flatMap(
    ({ text }) => /\/secure-account#(\S+)/.exec(text)?.[1] ?? [],
  );
  return links.at(-1) ?? '';
}

const press = (token: string) => server.browser().post('/api/auth/secure-account', { token });
const emailOf = async (id: string) =>
  (await database.user.findUniqueOrThrow({ where: { id } })).email;

/** The thief has a session. The owner was told about it. */
async function intrusion() {
  const owner = await signUp();
  const { browser: thief } = await enterCode(owner.email);
  return { ...owner, thief, firstLink: await linkOf(owner.email) };
}

it('the email about the change gives the address back, and ends the thief’s sessions', async () => {
  const { id, email, thief } = await intrusion();
  const stolen = newAddress('thief');
  expect((await move(thief, stolen)).status).toBe(200);
  const { subject, text } = await server.mailTo(email);
  expect([subject, text]).toEqual([
    'Your Atrium email was changed',
    expect.stringContaining('It also gives the account this email back.'),
  ]);
  expect((await press(await linkOf(email))).status).toBe(200);
  expect(await emailOf(id)).toBe(email);
  expect(await viewerOf(thief)).toBeNull();
  await server.ageRateLimits(60);
  const { browser } = await enterCode(email);
  expect(await viewerOf(browser)).toEqual({ user: { email } });
  const events = await database.auditEvent.findMany({
    where: { userId: id, kind: { in: ['email_changed', 'account_secured'] } },
    orderBy: { id: 'asc' },
    select: { kind: true, detail: true },
  });
  expect(events).toEqual([
    { kind: 'email_changed', detail: email },
    { kind: 'email_changed', detail: stolen },
    { kind: 'account_secured', detail: null },
  ]);
});

it('so does a link that was sent before the change', async () => {
  const { id, email, thief, firstLink } = await intrusion();
  await move(thief, newAddress('thief'));
  expect((await press(firstLink)).status).toBe(200);
  expect(await emailOf(id)).toBe(email);
  expect((await press(firstLink)).status).toBe(400);
});

it('the first owner gets it back, whatever links the thief uses', async () => {
  const { id, email, thief, firstLink } = await intrusion();
  const [second, third] = [newAddress('second'), newAddress('third')];
  await move(thief, second);
  await move(thief, third);
  const links = [await linkOf(second)];
  expect((await press(links[0] ?? '')).status).toBe(200);
  expect(await emailOf(id)).toBe(second);
  await enterCode(second);
  links.push(await linkOf(second));
  expect((await press(links[1] ?? '')).status).toBe(200);
  expect((await press(firstLink)).status).toBe(200);
  expect(await emailOf(id)).toBe(email);
  for (const link of links) expect((await press(link)).status).toBe(400);
});

it('a thief who moved it away and back has no link of the time in between', async () => {
  const { id, email, thief } = await intrusion();
  const stolen = newAddress('thief');
  await move(thief, stolen);
  await move(thief, email);
  const link = await linkOf(stolen);
  await enterCode(email);
  expect((await press(await linkOf(email))).status).toBe(200);
  expect((await press(link)).status).toBe(400);
  expect(await emailOf(id)).toBe(email);
});

it('nobody else takes the address in that week', async () => {
  const { id, email, thief } = await intrusion();
  await move(thief, newAddress('thief'));
  await server.ageRateLimits(60);
  const { response, browser } = await enterCode(email);
  expect([response.status, await codeOf(response)]).toEqual([400, 'EMAIL_RESERVED']);
  expect(await viewerOf(browser)).toBeNull();
  const admin = await server.as('admin');
  const invited = await payloadOf(admin, 'createUser', { email, role: 'USER' });
  expect(invited.errors).toEqual([{ code: 'EMAIL_RESERVED', field: ['email'] }]);
  const other = await signUp();
  const moved = await move(other.browser, email);
  expect([moved.status, await codeOf(moved)]).toEqual([400, 'EMAIL_RESERVED']);
  const changedAt = new Date(Date.now() - 7 * 24 * 60 * 60 * 1_000 - 1_000);
  await database.formerAddress.updateMany({ where: { userId: id }, data: { changedAt } });
  expect((await press(await linkOf(email))).status).toBe(400);
  expect((await move(other.browser, email)).status).toBe(200);
});

it('what a manager changed, the former address cannot undo', async () => {
  const { id, email, thief, firstLink } = await intrusion();
  await move(thief, newAddress('thief'));
  const admin = await server.as('admin');
  const safe = newAddress('safe');
  expect(await mutate(admin, 'updateUser', { id, email: safe })).toEqual([]);
  expect((await press(firstLink)).status).toBe(400);
  expect((await press(await linkOf(email))).status).toBe(400);
  expect(await emailOf(id)).toBe(safe);
});
