import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { createMailLimits } from '#server/auth/limits/mail-limits.ts';
import { sendExpiryNotices } from '#server/features/access-token/token-notices.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { createTemplates } from '#server/mail/templates.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import { second } from '#tests/support/other-languages.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';
import { textsOf } from '#tests/support/texts.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const noticesTo = async ({ email }: { email: string }, subject: RegExp) =>
  (await server.mailsTo(email)).filter((mail) => subject.test(mail.subject));

async function rotate(person: TestUser, id: string, overlapHours: number): Promise<void> {
  expect(await mutate(person, 'rotateAccessToken', { id, overlapHours })).toEqual([]);
}

describe('a new token', () => {
  it('is announced to its owner in their language', async () => {
    const owner = await server.as('user');
    await database.user.update({
      where: { id: owner.id },
      data: { language: second, name: 'Ada <b>' },
    });
    const { secret } = await createToken(owner);
    const subject = textsOf(second)('mail:accessToken.created.subject', { appName: 'Atrium' });
    const [mail, ...others] = await noticesTo(owner, new RegExp(subject));
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/CI.*Ada <b>.*Atrium/s);
    expect(mail?.html).toContain('Ada &#60;b&#62;');
    expect(JSON.stringify(mail)).not.toContain(secret.slice(4, 12));
  });

  it('of a service account is announced to the manager who created it', async () => {
    const [manager, other] = [await server.as('admin'), await server.as('admin')];
    const userId = await createServiceAccount(manager, 'Deploy robot');
    await createToken(manager, { userId });
    expect((await noticesTo(manager, /New access token/))[0]?.text).toContain('Deploy robot');
    expect(await noticesTo(other, /New access token/)).toEqual([]);
  });
});

describe('a new secret', () => {
  it.each([0, 24])('is announced, if the former one ends after %i hours', async (overlapHours) => {
    const owner = await server.as('user');
    const { id } = await createToken(owner);
    await rotate(owner, id, overlapHours);
    const [mail, ...others] = await noticesTo(owner, /New secret/);
    expect(mail?.text).toContain('CI');
    expect(others).toEqual([]);
  });

  it('is announced to the token’s creator if another manager rotates it', async () => {
    const [creator, other] = [await server.as('admin'), await server.as('admin')];
    const { id } = await createToken(creator, { userId: await createServiceAccount(creator) });
    await rotate(other, id, 0);
    expect(await noticesTo(creator, /New secret/)).toHaveLength(1);
  });
});

describe('a network', () => {
  const use = (secret: string, address: string) =>
    program(server, secret, 'authorization', {}, address).send('{ viewer { permissions } }');
  const told = (owner: TestUser) => noticesTo(owner, /new network/);

  it('that is new for a token is told once, but not the first one', async () => {
    const owner = await server.as('user');
    const { secret } = await createToken(owner);
    await use(secret, '198.51.100.7');
    expect(await told(owner)).toEqual([]);
    await Promise.all([1, 2, 3].map((host) => use(secret, `203.0.113.${host}`)));
    await use(secret, '198.51.100.8');
    await use(secret, '203.0.113.4');
    const [mail, ...others] = await told(owner);
    expect(mail?.text).toContain('203.0.113.0/24');
    expect(others).toEqual([]);
  });

  it('is told for each token, at most nine times', async () => {
    const owner = await server.as('user');
    const { secret } = await createToken(owner);
    const other = await createToken(owner);
    for (let site = 0; site < 15; site += 1) await use(secret, `2001:db8:${site}::1`);
    expect(await told(owner)).toHaveLength(9);
    await use(other.secret, '2001:db8:1::1');
    await use(other.secret, '2001:db8:2::1');
    expect(await told(owner)).toHaveLength(10);
  });
});

describe('a token that expires within a week', () => {
  const outbox = createOutbox(database, [server.secret]);
  const { settings } = server;
  const hmac = createKeyedHmac([server.secret]);
  const templates = createTemplates(settings);
  const mailer = createMailer({
    count: createMailLimits({ database, hmac }),
    outbox,
    templates,
    settings,
    onMail() {},
  });
  const run = () => sendExpiryNotices({ database, mailer });
  const told = (owner: { email: string }) => noticesTo(owner, /expires soon/);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000);
  const expireIn = (id: string, days: number) =>
    database.accessToken.update({ where: { id }, data: { expiresAt: inDays(days) } });

  it('is told once, by instances that look at the same time, and again after a rotation', async () => {
    const owner = await server.as('user');
    const { id } = await createToken(owner);
    await expireIn(id, 8);
    await run();
    expect(await told(owner)).toEqual([]);
    await expireIn(id, 6);
    await Promise.all([run(), run(), run()]);
    expect(await told(owner)).toHaveLength(1);
    await rotate(owner, id, 0);
    await expireIn(id, 6);
    await run();
    expect(await told(owner)).toHaveLength(2);
  });

  it('is not told if it has ended, or to those who may not know', async () => {
    const [owner, banned, former] = [
      await server.as('user'),
      await server.as('user'),
      await server.as('admin'),
    ];
    const revoked = await createToken(owner);
    await database.accessToken.update({
      where: { id: revoked.id },
      data: { revokedAt: new Date() },
    });
    const expired = await createToken(owner);
    const ofBanned = await createToken(banned);
    const ofAccount = await createToken(former, { userId: await createServiceAccount(former) });
    await database.user.update({ where: { id: banned.id }, data: { banned: true } });
    await database.user.update({ where: { id: former.id }, data: { role: 'user' } });
    await expireIn(expired.id, -1);
    for (const { id } of [revoked, ofBanned, ofAccount]) await expireIn(id, 6);
    await run();
    for (const person of [owner, banned, former]) expect(await told(person)).toEqual([]);
  });
});
