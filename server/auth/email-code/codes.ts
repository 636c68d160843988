/**
 * Codes are stored as HMACs of their names and values. Those stored with a previous AUTH_SECRET stay valid until they expire, as
 * long as that secret is accepted.
 */
import { randomInt } from 'node:crypto';
import { emailOTP } from 'better-auth/plugins/email-otp';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Services } from '#server/auth/services.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { newId } from '#server/database/ids.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { MailQueue } from '#server/mail/outbox.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import type { CodePurpose } from '#server/mail/templates.ts';
import { clientNetworks } from '#server/network/client-address.ts';
import { demoCode } from '#server/settings/demo.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { BucketGroup } from './code-limits.ts';

/** Queued mails per network, multiplied by its share. */
const waitingMails = 25;

const signInName = (email: string) => `sign-in-otp-${email}`;

export type EmailChange = { userId: string; email: string; newEmail: string };

/** Names the changes of a user. IDs and addresses contain no spaces. */
export const emailChangesOf = (userId: string) => `change-email-otp-${userId} `;

export const emailChangeName = ({ userId, email, newEmail }: EmailChange) =>
  `${emailChangesOf(userId)}${email} ${newEmail}`;

type BySecret = [current: string, ...former: string[]];

/** Identifiers of a code, per secret. Only `browser` can find the code. */
const identifiersOf = (hmac: Hmac, name: string, browser: string): BySecret =>
  hmac.accepted('code of a browser', `${browser} ${name}`);

export const hashesOf = (hmac: Hmac, code: string): BySecret => hmac.accepted('code', code);

/** The HMAC by the secret that the entered code was stored with. Otherwise, the current secret's. */
function byItsSecret(hmacs: BySecret): string {
  return hmacs[currentSignIn().codeSecret ?? 0] ?? hmacs[0];
}

/** A code, and the statement that stores it. */
function prepareCode({ database, settings, hmac }: Services, identifier: string) {
  const digits = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
  const code = settings.demo ? demoCode : digits;
  const expiresAt = new Date(Date.now() + settings.codeMinutes * 60_000);
  const content = { value: `${hashesOf(hmac, code)[0]}:0`, expiresAt };
  const write = database.verification.upsert({
    where: { identifier },
    create: { id: newId('Verification'), identifier, ...content },
    update: content,
  });
  return { code, write };
}

const prepareSignInCode = (services: Services, email: string, browser: string) =>
  prepareCode(services, identifiersOf(services.hmac, signInName(email), browser)[0]);

/** Creates a code that isn't mailed. */
export async function createCode(
  services: Services,
  email: string,
  browser: string,
): Promise<string> {
  const { code, write } = prepareSignInCode(services, email, browser);
  await write;
  return code;
}

/** The queue of the network's mails. Undefined if it is full. */
export async function findQueue(
  { hmac, outbox }: Services,
  client: string,
  { group, recentMails }: { group: BucketGroup; recentMails: number },
): Promise<MailQueue | undefined> {
  const site = clientNetworks(client).at(-1);
  const name = hmac('mail queue', `${group} ${site?.name}`);
  const capacity = waitingMails * (site?.share ?? 1);
  return (await outbox.isFull(name, capacity)) ? undefined : { name, recentMails };
}

type CodeMail = {
  to: string;
  language: Language;
  purpose: CodePurpose;
  withheld: boolean;
  queue: MailQueue;
};

/** Stores a code together with its mail. */
async function sendCode(
  { database, settings, templates, outbox, onMail }: Services,
  { code, write }: ReturnType<typeof prepareCode>,
  { to, language, purpose, ...delivery }: CodeMail,
  headers: Headers,
): Promise<void> {
  const content = templates.code(
    { to, language },
    { code, purpose, origin: requestOrigin(headers) },
  );
  const lifetimeMs = settings.codeMinutes * 60_000;
  const insertMail = await outbox.prepare({ to, content, lifetimeMs, ...delivery });
  await database.$transaction([write, insertMail(database)]);
  onMail();
}

/**
 * Sends a code for a sign-in. The same statements run for every address, so that neither the response nor its timing reveals
 * an account (OWASP ASVS 5.0 6.3.8).
 */
export async function sendSignInCode(
  services: Services,
  { email, browser, queue }: { email: string; browser: string; queue: MailQueue },
  headers: Headers,
): Promise<void> {
  const { database, settings, hmac } = services;
  const [, ...former] = identifiersOf(hmac, signInName(email), browser);
  if (former.length > 0)
    await database.verification.deleteMany({ where: { identifier: { in: former } } });
  // It sends no mail, and its code is public.
  if (settings.demo) return void (await createCode(services, email, browser));
  const user = await database.user.findUnique({
    where: { email },
    select: { language: true, isServiceAccount: true },
  });
  const language = isLanguage(user?.language) ? user.language : languageOfRequest(headers);
  // Service accounts can't sign in.
  const withheld = (!user && !settings.signUpEnabled) || user?.isServiceAccount === true;
  const mail: CodeMail = { to: email, language, purpose: 'signIn', withheld, queue };
  await sendCode(services, prepareSignInCode(services, email, browser), mail, headers);
}

/** Sends a code to a user's new address, unless it is taken. */
export async function sendChangeCode(
  services: Services,
  change: EmailChange,
  queue: MailQueue,
  headers: Headers,
): Promise<void> {
  const where = { email: change.newEmail };
  const taken = await services.database.user.findUnique({ where, select: { id: true } });
  const mail: CodeMail = {
    to: change.newEmail,
    language: languageOfRequest(headers),
    purpose: 'changeEmail',
    withheld: taken !== null,
    queue,
  };
  await sendCode(services, prepareCode(services, emailChangeName(change)), mail, headers);
}

export async function securedAtOf({ database }: Services, email: string): Promise<Date | null> {
  const user = await database.user.findUnique({ where: { email }, select: { securedAt: true } });
  return user?.securedAt ?? null;
}

/**
 * Lets the library find the code that the browser enters for an address. Deletes the one that was requested before the user
 * secured their account. Returns when they did so.
 */
export async function findEnteredCode(
  { database, settings, hmac }: Services,
  email: string,
  browser: string,
): Promise<Date | null> {
  const identifiers = identifiersOf(hmac, signInName(email), browser);
  const [user] = await database.$queryRaw<{ securedAt: Date | null }[]>`
    WITH "owner" AS (SELECT "securedAt" FROM "user" WHERE "email" = ${email}), "revoked" AS (
      DELETE FROM "verification" WHERE "identifier" = ANY (${identifiers})
        AND "expiresAt" - make_interval(mins => ${settings.codeMinutes}::int)
          <= (SELECT "securedAt" FROM "owner")
    ) SELECT "securedAt" FROM "owner"`;
  const stored =
    identifiers.length === 1
      ? null
      : await database.verification.findFirst({
          where: { identifier: { in: identifiers } },
          select: { identifier: true },
        });
  const codeSecret = Math.max(0, identifiers.indexOf(stored?.identifier ?? ''));
  const securedAt = user?.securedAt ?? null;
  Object.assign(currentSignIn(), { browser, codeSecret, credentials: { email, securedAt } });
  return securedAt;
}

export function emailCodePlugin({ settings, hmac }: Services) {
  return emailOTP({
    otpLength: limits.codeLength,
    expiresIn: settings.codeMinutes * 60,
    allowedAttempts: limits.codeAttempts,
    disableSignUp: !settings.signUpEnabled,
    storeOTP: { hash: async (code) => byItsSecret(hashesOf(hmac, code)) },
    // No request reaches the library's routes that create codes.
    sendVerificationOTP: () => Promise.reject(new Error('The endpoints send codes.')),
  });
}

/** Lets the library find codes by the name that only the requesting browser can derive. */
export function codeStorage(hmac: Hmac) {
  return {
    // Keep expired codes to tell them from wrong ones. retention.ts deletes them.
    disableCleanup: true,
    storeIdentifier: {
      default: 'plain' as const,
      overrides: {
        [signInName('')]: {
          hash: async (name: string) =>
            byItsSecret(identifiersOf(hmac, name, currentSignIn().browser ?? '')),
        },
      },
    },
  };
}
