import { describe, expect, it } from 'vitest';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { readAuditEvents, withoutAuditEvents } from '#tests/support/audit-events.ts';
import { unique } from '#tests/support/factories.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const history = (id: string) => readAuditEvents(admin, id);

describe('an account', () => {
  const ask = (newEmail: string, cookie: string) =>
    server.post('/api/auth/email-otp/request-email-change', { newEmail }, cookie);
  const change = (newEmail: string, otp: string, cookie: string) =>
    server.post('/api/auth/email-otp/change-email', { newEmail, otp }, cookie);
  const emailOf = async (id: string) =>
    (await server.database.user.findUniqueOrThrow({ where: { id } })).email;

  it.each([
    ['', 'new', 'example.com'],
    [' with signs that the HTML standard allows', 'a&b#c=d', 'example.xn--p1ai'],
  ])(
    'changes its address%s with a code sent to the new one, and the former one is told',
    async (_signs, local, domain) => {
      const person = await server.as('user');
      const newEmail = `${unique(local)}@${domain}`;
      expect((await ask(newEmail, person.cookie)).status).toBe(200);
      const otp = await server.codeFor(newEmail);
      expect((await change(newEmail, otp, person.cookie)).status).toBe(200);
      expect(await emailOf(person.id)).toBe(newEmail);
      expect(await server.database.mail.count({ where: { to: person.email } })).toBe(2);
      expect((await history(person.id))[0]).toMatchObject({
        kind: 'EMAIL_CHANGED',
        detail: person.email,
      });
    },
  );

  it('changes its address at most three times a day, and each former one is told', async () => {
    const person = await server.as('user');
    const addresses = [
      person.email,
      ...['b', 'c', 'd', 'e'].map((name) => `${unique(name)}@x.test`),
    ];
    const moveTo = async (newEmail: string) => {
      await server.ageRateLimits(60);
      await ask(newEmail, person.cookie);
      return change(newEmail, await server.codeFor(newEmail), person.cookie);
    };
    const [_first, second, third, fourth = '', fifth = ''] = addresses;
    for (const newEmail of [second, third, fourth]) {
      expect((await moveTo(newEmail ?? '')).status).toBe(200);
    }
    await server.ageRateLimits(60 * 60);
    const refused = await moveTo(fifth);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      code: 'EMAIL_CHANGE_LIMIT_REACHED',
      message: 'You can change your email 3 times a day. Try again tomorrow.',
    });
    expect(await emailOf(person.id)).toBe(fourth);
    const told = await Promise.all(addresses.map((to) => server.mailsTo(to)));
    const notices = told.map((mails) => mails.filter(({ subject }) => subject.includes('changed')));
    expect(notices.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0]);
    await server.ageRateLimits(24 * 60 * 60);
    expect((await moveTo(fifth)).status).toBe(200);
  });

  it('gets another code for the same new address, whether it has an account or not', async () => {
    const person = await server.as('user');
    const taken = (await server.as('user')).email;
    for (const newEmail of [`${unique('new')}@example.com`, taken]) {
      for (const _time of ['first', 'second']) {
        await server.ageRateLimits(60);
        expect((await ask(newEmail, person.cookie)).status).toBe(200);
      }
      if (newEmail === taken) continue;
      const codes = await server.database.mail.findMany({ where: { to: newEmail } });
      expect(codes).toHaveLength(2);
      const otp = await server.codeFor(newEmail);
      expect((await change(newEmail, otp, person.cookie)).status).toBe(200);
    }
  });

  it('does not get an address by the code for a longer one', async () => {
    const name = unique('e');
    const [short, long] = [`${name}@evil.co`, `${name}@evil.co-own.example`];
    const [attacker, second] = [await server.signIn(short), await server.signIn(long)];
    const target = `${unique('victim')}@mail.example`;
    await ask(`own.example-${target}`, attacker);
    const otp = await server.codeFor(`own.example-${target}`);
    await server.ageRateLimits(60);
    await ask(target, second);
    expect((await change(target, otp, second)).status).toBe(400);
    expect(await server.database.user.count({ where: { email: target } })).toBe(0);
  });

  it('keeps its address and its other sessions unless the audit log records the change', async () => {
    const { database } = server;
    const person = await server.as('user');
    const elsewhere = await server.signIn(person.email);
    const newEmail = `${unique('new')}@example.com`;
    await ask(newEmail, person.cookie);
    const otp = await server.codeFor(newEmail);
    const mails = () => database.mail.count({ where: { to: person.email } });
    const before = await mails();
    await withoutAuditEvents(database, async () =>
      expect((await change(newEmail, otp, person.cookie)).status).toBe(500),
    );
    expect(await emailOf(person.id)).toBe(person.email);
    const viewer = '{ viewer { user { email } } }';
    expect((await server.sendAs(elsewhere)(viewer)).data.viewer).not.toBeNull();
    expect(await mails()).toBe(before);
  });

  it('signs out everywhere else with a new address, and keeps its access tokens', async () => {
    const person = await server.as('user');
    const elsewhere = await server.signIn(person.email);
    const { secret } = await createToken(person);
    const newEmail = `${unique('new')}@example.com`;
    await ask(newEmail, person.cookie);
    const enter = async (otp: string) => (await change(newEmail, otp, person.cookie)).status;
    const code = await server.codeFor(newEmail);
    const viewer = '{ viewer { user { email } } }';
    expect(await enter(code === '000000' ? '111111' : '000000')).toBe(400);
    expect((await server.sendAs(elsewhere)(viewer)).data.viewer).not.toBeNull();
    expect(await enter(code)).toBe(200);
    expect((await server.sendAs(elsewhere)(viewer)).data.viewer).toBeNull();
    expect((await person.send(viewer)).data.viewer.user.email).toBe(newEmail);
    const { send } = program(server, secret);
    expect((await send('{ repositories(first: 1) { nodes { id } } }')).errors).toEqual([]);
    const { text } = await server.mailTo(person.email);
    expect(text).toContain('Access tokens stay valid');
    expect(text).toContain('/secure-account#');
  });

  it('that is deleted at the same moment elsewhere needs no second deletion', async () => {
    const { database } = server;
    const { id, cookie } = await server.as('user');
    const answer = await whileWaiting(database, {
      lock: lockUser(id),
      request: () => server.post('/api/auth/delete-user', {}, cookie),
      change: (transaction) => transaction.user.delete({ where: { id } }),
    });
    expect(answer.status).toBe(200);
  });

  it('cannot end somebody else’s session', async () => {
    const person = await server.as('user');
    const other = await server.as('user');
    const session = await server.database.session.findFirstOrThrow({ where: { userId: other.id } });
    expect(await mutate(person, 'revokeSession', { id: session.id })).toEqual(['NOT_FOUND']);
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
  });
});
