import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { createMailLimits, groupOf } from '#server/auth/limits/mail-limits.ts';
import { mailsPerDay, storedRules } from '#server/auth/limits/rules.ts';
import type { MailKind } from '#server/mail/mailer.ts';
import { createTemplates } from '#server/mail/templates.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import { createMember, createOrganization, createUser, unique } from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const { database } = server;

type Sender = Pick<TestUser, 'send'>;
type Result = { invitations: { id: string }[] | null; errors: { code: string }[] };

function invite(sender: Sender, organizationId: string, emails: string[]): Promise<Result> {
  const input = { organizationId, emails, role: 'MEMBER' };
  return payloadOf(sender, 'inviteMembers', input, 'invitations { id }');
}

async function inviteAnyone(sender: Sender, organizationId: string, count: number) {
  let sent = 0;
  for (let first = 0; first < count; first += 20) {
    const length = Math.min(20, count - first);
    const emails = Array.from({ length }, () => `${unique('outsider')}@example.com`);
    const { invitations } = await invite(sender, organizationId, emails);
    sent += invitations?.length ?? 0;
    await database.invitation.deleteMany({ where: { organizationId } });
  }
  return sent;
}

const countMail = createMailLimits({ database, hmac: createKeyedHmac([server.secret]) });

async function spend(person: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const email = `${unique('outsider')}@example.com`;
    expect(await countMail('organizationInvitation', email, { person })).toBe(email);
  }
}

const mailsTo = (addresses: string[]) => database.mail.count({ where: { to: { in: addresses } } });

describe('a person who makes the installation send invitations', () => {
  const atOnce = storedRules['organizationInvitation sender'].burst;
  const scopes = ['ORGANIZATION_READ', 'ORGANIZATION_UPDATE'];

  it('has one limit with their tokens, their service accounts and all their organizations', async () => {
    const owner = await server.as('user');
    const one = await createOrganization(database, { ownerId: owner.id });
    const two = await createOrganization(database, { ownerId: owner.id });
    await spend(owner.id, atOnce - 15);
    expect(await inviteAnyone(owner, one.id, 5)).toBe(5);
    const own = await createToken(owner, { scopes });
    const account = { organizationId: one.id, name: 'Robot', role: 'ADMIN' };
    const name = 'createOrganizationServiceAccount';
    const { member } = await payloadOf(owner, name, account, 'member { userId }');
    const robot = await createToken(owner, {
      ...{ scopes, organizationId: one.id },
      userId: member.userId,
    });
    expect(await inviteAnyone(program(server, own.secret), two.id, 5)).toBe(5);
    expect(await inviteAnyone(program(server, robot.secret), one.id, 7)).toBe(5);
    expect(await inviteAnyone(program(server, own.secret), two.id, 1)).toBe(0);
    expect(await inviteAnyone(owner, two.id, 1)).toBe(0);
  });

  it('is the organization where who created the token was deleted', async () => {
    const [owner, leaver] = [await server.as('user'), await server.as('user')];
    const organization = await createOrganization(database, {
      ...{ ownerId: owner.id, members: { [leaver.id]: 'owner' } },
    });
    const admin = await server.as('admin');
    const robots = await Promise.all(['a', 'b'].map((name) => createServiceAccount(admin, name)));
    const programs = [];
    for (const userId of robots) {
      await createMember(database, organization.id, userId, 'admin');
      const { id, secret } = await createToken(admin, { scopes, userId });
      await database.accessToken.update({ where: { id }, data: { creatorId: null } });
      programs.push(program(server, secret));
    }
    await spend(organization.id, atOnce - 1);
    expect(await inviteAnyone(programs[0] as Sender, organization.id, 2)).toBe(1);
    expect(await inviteAnyone(programs[1] as Sender, organization.id, 1)).toBe(0);
  });
});

const templates = createTemplates({
  appName: 'Atrium',
  baseUrl: 'https://atrium.example.org',
  codeMinutes: 5,
});
const kinds = Object.keys(templates).filter(
  (name) => name !== 'code' && name !== 'emailChanged',
) as MailKind[];

describe('a mailbox', () => {
  it.each([
    ['tags behind a plus', (name: string, i: number) => `${name}+${i}@gmail.com`],
    ['tags at any provider', (name: string, i: number) => `${name}+${i}@example.com`],
    [
      'dots at Gmail',
      (name: string, i: number) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}@gmail.com`,
    ],
  ])(`gets at most ${mailsPerDay} invitations a day, whatever its %s`, async (_what, spell) => {
    const owner = await server.as('user');
    const organization = await createOrganization(database, { ownerId: owner.id });
    const name = `${unique('victim').replace('-', '')}abcdefghijklmn`;
    const addresses = Array.from({ length: mailsPerDay + 5 }, (_, index) => spell(name, index));
    const [first, second] = [addresses.slice(0, 13), addresses.slice(13)];
    expect((await invite(owner, organization.id, first)).errors).toEqual([]);
    const { invitations, errors } = await invite(owner, organization.id, second);
    expect(invitations).toHaveLength(mailsPerDay - 13);
    expect(errors.map(({ code }) => code)).toEqual(
      Array.from({ length: 5 }, () => 'EMAIL_LIMIT_REACHED'),
    );
    expect(await mailsTo(addresses)).toBe(mailsPerDay);
  });

  it('gets no more from 40 organizations that invite it at once', async () => {
    const owner = await server.as('user');
    const email = `${unique('victim')}@example.com`;
    const organizations: { id: string }[] = [];
    for (let index = 0; index < 40; index += 1) {
      organizations.push(await createOrganization(database, { ownerId: owner.id }));
    }
    // Waiting requests hold one of the ten connections. Resend those that time out.
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let next = organizations.pop(); next; next = organizations.pop()) {
          const input = { organizationId: next.id, emails: [email], role: 'MEMBER' };
          const codes = await mutate(owner, 'inviteMembers', input);
          if (codes.includes('SERVICE_UNAVAILABLE')) organizations.push(next);
        }
      }),
    );
    expect(await mailsTo([email])).toBe(mailsPerDay);
    expect(await database.invitation.count({ where: { email } })).toBe(mailsPerDay);
  });

  it('gets no more by invitations that are sent again, or as a user', async () => {
    const owner = await server.as('user');
    const email = `${unique('victim')}@example.com`;
    const { id } = await createOrganization(database, { ownerId: owner.id });
    const [invitation] = (await invite(owner, id, [email])).invitations ?? [];
    const resend = async () => {
      const expiresAt = new Date(Date.now() + 60_000);
      await database.invitation.update({
        where: { id: invitation?.id ?? '' },
        data: { expiresAt },
      });
      return mutate(owner, 'resendInvitation', { id: invitation?.id });
    };
    for (let index = 1; index < mailsPerDay; index += 1) expect(await resend()).toEqual([]);
    expect(await resend()).toEqual(['EMAIL_LIMIT_REACHED']);
    const admin = await server.as('admin');
    const refused = await mutate(admin, 'createUser', { email, role: 'USER' });
    expect(refused).toEqual(['EMAIL_LIMIT_REACHED']);
    expect(await database.user.count({ where: { email } })).toBe(0);
    expect(await mailsTo([email])).toBe(mailsPerDay);
  });

  it('can be invited after a outsider has asked for 20 codes to it', async () => {
    const email = `${unique('victim')}@example.com`;
    for (let index = 0; index < 20; index += 1) {
      const asked = await server.browser(`198.51.${index}.7`).requestCode(email);
      expect(asked.status).toBe(200);
    }
    const owner = await server.as('user');
    const { id } = await createOrganization(database, { ownerId: owner.id });
    expect((await invite(owner, id, [email])).errors).toEqual([]);
  });

  it.each(kinds)(`gets at most ${mailsPerDay} mails a day of the kind %s`, async (kind) => {
    const email = `${unique('victim')}@example.com`;
    const counted = await Promise.all(
      Array.from({ length: mailsPerDay + 10 }, (_, index) =>
        countMail(kind, email, { person: `${kind} ${index}` }),
      ),
    );
    expect(counted.filter(Boolean)).toHaveLength(mailsPerDay);
  });

  it.each(kinds)(
    'is told of an address change, and of %s, whatever else was sent',
    async (kind) => {
      const { email, cookie } = await server.as('user');
      const others = kinds.filter((other) => groupOf(other) !== groupOf(kind));
      for (const other of others) {
        for (let index = 0; index < mailsPerDay; index += 1) await countMail(other, email);
      }
      expect(await countMail(kind, email)).toBe(email);
      const newEmail = `${unique('new')}@example.com`;
      const post = (path: string, body: object) =>
        server.post(`/api/auth/email-otp/${path}`, { newEmail, ...body }, cookie);
      await post('request-email-change', {});
      const otp = await server.codeFor(newEmail);
      expect((await post('change-email', { otp })).status).toBe(200);
      const { subject } = await server.mailTo(email);
      expect(subject).toBe('Your Atrium email was changed');
    },
  );

  it('is told that a manager moved its account away only if it confirmed the address', async () => {
    const admin = await server.as('admin');
    const { id, email } = await createUser(database);
    const other = `${unique('other')}@example.com`;
    for (let index = 0; index < mailsPerDay + 2; index += 1) {
      for (const to of [other, email]) {
        expect(await mutate(admin, 'updateUser', { id, email: to })).toEqual([]);
      }
    }
    expect(await mailsTo([email])).toBe(1);
    expect(await mailsTo([other])).toBe(0);
  });
});
