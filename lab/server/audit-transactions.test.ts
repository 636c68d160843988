/** What happens to an account, its audit event and its mail exist together or not at all. */
import { describe, expect, it } from 'vitest';
import { withoutAuditEvents } from '#tests/support/audit-events.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { unique } from '#tests/support/factories.ts';
import { passkeyPeople } from '#tests/support/passkey-people.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile(
  {},
  { expectedErrors: /refused at commit|violates check constraint/ },
);
const { database } = server;
const people = passkeyPeople(server);

/** Runs `work` while the transaction that writes an event about the user fails at its end. */
async function withoutCommitsAbout(userId: string, work: () => Promise<unknown>): Promise<void> {
  const name = unique('commit').replaceAll('-', '_');
  await database.$executeRawUnsafe(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused at commit'; END $$`);
  await database.$executeRawUnsafe(`CREATE CONSTRAINT TRIGGER ${name} AFTER INSERT ON "account_event"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."userId" = '${userId}') EXECUTE FUNCTION ${name}()`);
  try {
    await work();
  } finally {
    await database.$executeRawUnsafe(`DROP FUNCTION ${name} CASCADE`);
  }
}

type Person = { id: string; email: string };

async function tracesOf({ id: userId, email: to }: Person) {
  const [sessions, passkeys, events, mails] = await Promise.all([
    database.session.count({ where: { userId } }),
    database.passkey.count({ where: { userId } }),
    database.auditEvent.findMany({ where: { userId }, select: { kind: true } }),
    server.mailsTo(to),
  ]);
  const notices = mails.filter(({ code }) => code === undefined);
  return { sessions, passkeys, events, notices };
}

const refusals = {
  'its audit event': (_userId: string, work: () => Promise<unknown>) =>
    withoutAuditEvents(database, work),
  'the commit': withoutCommitsAbout,
};

describe.each(['its audit event', 'the commit'] as const)('when %s fails', (what) => {
  const refusing = refusals[what];

  it('a sign-in opens no session, and tells nobody', async () => {
    const person = await people.signUp();
    await server.ageRateLimits(60);
    const browser = server.browser();
    await browser.requestCode(person.email);
    const code = await server.codeFor(person.email);
    const before = await tracesOf(person);
    await refusing(person.id, async () => {
      const response = await browser.enterCode(person.email, code);
      expect(response.status).toBe(500);
    });
    expect(await tracesOf(person)).toEqual(before);
    expect(browser.cookie()).not.toContain('session_token');
  });

  it('a passkey is not added, and nobody is told', async () => {
    const person = await people.signUp();
    const before = await tracesOf(person);
    await refusing(person.id, async () => {
      const response = await people.addPasskey(person.browser, createAuthenticator());
      expect(response.status).toBe(500);
    });
    expect(await tracesOf(person)).toEqual(before);
  });
});
