/** Codes that are mailed to sign in or to change an address. Stored as HMACs of their names and values. */

import { randomInt } from 'node:crypto';
import type { APIError } from 'better-auth/api';
import { policies } from '#server/auth/limits/rules.ts';
import { refusal, requireNoWait } from '#server/auth/refusal.ts';
import type { Services } from '#server/auth/sign-in.ts';
import type { Transaction } from '#server/database/client.ts';
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
const fullQueueWaitSeconds = 30;

type SignInCode = { email: string; browser: string };
export type EmailChange = { userId: string; email: string; newEmail: string };

/** Names of a code by each accepted secret. Only the browser that requested it can derive them. */
const signInNames = ({ hmac }: Pick<Services, 'hmac'>, { email, browser }: SignInCode) =>
  hmac.accepted('code of a browser', `${browser} sign-in-otp-${email}`);

/** Names the changes of a user. IDs and addresses contain no spaces. */
export const emailChangesOf = (userId: string) => `change-email-otp-${userId} `;

const changeName = ({ userId, email, newEmail }: EmailChange) =>
  `${emailChangesOf(userId)}${email} ${newEmail}`;

/**
 * The queue of the network's mails.
 *
 * @throws {APIError} RATE_LIMITED if it is full
 */
export async function requireQueue(
  { hmac, outbox }: Services,
  client: string,
  { group, recentMails }: { group: BucketGroup; recentMails: number },
): Promise<MailQueue> {
  const site = clientNetworks(client).at(-1);
  const name = hmac('mail queue', `${group} ${site?.name}`);
  const capacity = waitingMails * (site?.share ?? 1);
  const isFull = await outbox.isFull(name, capacity);
  requireNoWait(isFull ? fullQueueWaitSeconds : 0, policies.codeRequests);
  return { name, recentMails };
}

type CodeMail = {
  to: string;
  language: Language;
  purpose: CodePurpose;
  withheld: boolean;
  queue: MailQueue;
};

async function sendCode(
  { database, settings, hmac, templates, outbox, onMail }: Services,
  identifier: string,
  { to, language, purpose, ...delivery }: CodeMail,
  headers: Headers,
): Promise<void> {
  const digits = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
  const code = settings.demo ? demoCode : digits;
  const lifetimeMs = settings.codeMinutes * 60_000;
  const stored = {
    value: `${hmac('code', code)}:0`,
    expiresAt: new Date(Date.now() + lifetimeMs),
  };
  const write = database.verification.upsert({
    where: { identifier },
    create: { id: newId('Verification'), identifier, ...stored },
    update: stored,
  });
  // It sends no mail, and its code is public.
  if (settings.demo) return void (await write);
  const about = { code, purpose, origin: requestOrigin(headers) };
  const content = templates.code({ to, language }, about);
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
  code: SignInCode,
  queue: MailQueue,
  headers: Headers,
): Promise<void> {
  const { database, settings } = services;
  const { email } = code;
  const [name, ...former] = signInNames(services, code);
  if (former.length > 0)
    await database.verification.deleteMany({ where: { identifier: { in: former } } });
  const user = await database.user.findUnique({
    where: { email },
    select: { language: true, isServiceAccount: true },
  });
  const language = isLanguage(user?.language) ? user.language : languageOfRequest(headers);
  // Service accounts can't sign in.
  const withheld = (!user && !settings.signUpEnabled) || user?.isServiceAccount === true;
  await sendCode(
    services,
    name,
    { to: email, language, purpose: 'signIn', withheld, queue },
    headers,
  );
}

/** Sends a code to a user's new address, unless it is taken. */
export async function sendChangeCode(
  services: Services,
  change: EmailChange,
  queue: MailQueue,
  headers: Headers,
): Promise<void> {
  const { newEmail: to } = change;
  const taken = await services.database.user.findUnique({
    where: { email: to },
    select: { id: true },
  });
  const language = languageOfRequest(headers);
  const mail: CodeMail = { to, language, purpose: 'changeEmail', withheld: taken !== null, queue };
  await sendCode(services, changeName(change), mail, headers);
}

/** Consumes a code, or counts a wrong one. Other requests with it wait until the end of the transaction. */
async function consumeCode(
  { hmac }: Pick<Services, 'hmac'>,
  transaction: Transaction,
  { names, entered, after = new Date(0) }: { names: string[]; entered: string; after?: Date },
): Promise<APIError | undefined> {
  const [stored] = await transaction.$queryRaw<
    { identifier: string; value: string; isExpired: boolean }[]
  >`
    SELECT "identifier", "value", "expiresAt" < now() AS "isExpired" FROM "verification"
    WHERE "identifier" = ANY (${names}) AND "expiresAt" > ${after} FOR UPDATE`;
  if (!stored) return refusal(400, 'INVALID_OTP');
  const [hash = '', tries] = stored.value.split(':');
  const hasTries = Number(tries) < limits.codeAttempts;
  const where = { identifier: stored.identifier };
  if (!stored.isExpired && hasTries && !hmac.accepted('code', entered).includes(hash)) {
    const data = { value: `${hash}:${Number(tries) + 1}` };
    await transaction.verification.update({ where, data });
    return refusal(400, 'INVALID_OTP');
  }
  await transaction.verification.delete({ where });
  if (stored.isExpired) return refusal(400, 'OTP_EXPIRED');
  return hasTries ? undefined : refusal(403, 'TOO_MANY_ATTEMPTS');
}

/**
 * Returns why a code to sign in isn't right, since a transaction that throws would forget the attempt. It isn't if it was
 * requested before the user secured their account.
 */
export const consumeSignInCode = (
  services: Services,
  { securedAt, ...code }: SignInCode & { securedAt: Date | null },
  entered: string,
): Promise<APIError | undefined> =>
  services.database.$transaction((transaction) => {
    const lifetimeMs = services.settings.codeMinutes * 60_000;
    const after = new Date(securedAt ? securedAt.getTime() + lifetimeMs : 0);
    const names = signInNames(services, code);
    return consumeCode(services, transaction, { names, entered, after });
  });

/** Returns why a code to change an address isn't right. */
export const consumeChangeCode = (
  services: Pick<Services, 'hmac'>,
  transaction: Transaction,
  change: EmailChange,
  entered: string,
): Promise<APIError | undefined> =>
  consumeCode(services, transaction, { names: [changeName(change)], entered });
