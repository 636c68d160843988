import { setTimeout } from 'node:timers/promises';
import type { APIError } from 'better-auth/api';
import * as z from 'zod';
import {
  type Call,
  type Endpoint,
  endpoint,
  openSession,
  ownAccount,
  reauthenticating,
  signingIn,
  type ViewerCall,
} from '#server/auth/endpoint.ts';
import { createStoredLimits } from '#server/auth/limits/stored-limits.ts';
import { refusal } from '#server/auth/refusal.ts';
import { newBrowserId } from '#server/auth/sessions/cookies.ts';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { noteFormerAddress } from '#server/auth/users.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import { roleNames } from '#shared/permissions.ts';
import { code, email as emailRule } from '#shared/rules/account.ts';
import {
  consumeChangeCode,
  consumeSignInCode,
  type EmailChange,
  requireQueue,
  sendChangeCode,
  sendSignInCode,
} from './codes.ts';

/** Hides whether the address has an account. */
const minAnswerMs = 50;

/**
 * Whether the browser is one that the user signed in from. Sign-ins of before they secured their account don't count: one may
 * be an intruder's.
 */
async function findGroup({ cookies, database, headers }: Call, email: string) {
  const user = await database.user.findUnique({ where: { email }, select: { securedAt: true } });
  const securedAt = user?.securedAt ?? null;
  const isKnown = cookies.isKnownDevice(headers, { email, securedAt });
  return { group: isKnown ? 'device' : 'anyone', securedAt } as const;
}

async function enterCode(call: Call, email: string, otp: string): Promise<object> {
  const { headers, cookies, codeLimits, client } = call;
  const browser = cookies.readCodeCookie(headers);
  // A code only works in the browser that requested it. Others can't guess it, so nothing is counted.
  if (browser === undefined || !cookies.hasRequestedCode(headers, browser, email))
    throw refusal(400, 'INVALID_OTP');
  const { group, securedAt } = await findGroup(call, email);
  await codeLimits.countGuess({ email, browser, client }, group);
  const wrong = await consumeSignInCode(call, { email, browser, securedAt }, otp);
  if (wrong) throw wrong;
  await codeLimits.resetGuess(email, browser, group);
  return openSession(call, { email, securedAt });
}

/**
 * Changes the address, ends the other sessions and notifies the former address, all or nothing. Returns why the address
 * stays, if it does. The session may have ended in between, such as by a manager's change of the address.
 */
function changeAddress(
  call: ViewerCall,
  newEmail: string,
  code: string,
): Promise<APIError | undefined> {
  const { database, hmac, mailer, settings, viewer } = call;
  const { id: userId, email: former } = viewer.user;
  const change: EmailChange = { userId, email: former, newEmail };
  return database.$transaction(async (transaction) => {
    if (!(await isStillOpen(transaction, viewer.session))) throw refusal(401, 'UNAUTHENTICATED');
    const wrong = await consumeChangeCode({ hmac }, transaction, change, code);
    if (wrong) return wrong;
    if (await transaction.user.findUnique({ where: { email: newEmail }, select: { id: true } }))
      return refusal(400, 'EMAIL_ALREADY_USED');
    // Counted in the transaction, so a change that fails isn't.
    const { wait } = await createStoredLimits(transaction, hmac).take(['email-changes', userId]);
    if (wait) return refusal(400, 'EMAIL_CHANGE_LIMIT_REACHED');
    const { language } = await transaction.user.update({
      where: { id: userId },
      data: { email: newEmail, emailVerified: true },
      select: { language: true },
    });
    await endSessions(transaction, [userId], { except: viewer.session.id });
    await noteFormerAddress({ settings, hmac, database: transaction }, former);
    await transaction.formerAddress.create({ data: { userId, email: former } });
    await recordEvent(transaction, { userId, kind: 'email_changed', detail: former });
    const securePath = secureAccountLink(hmac, { id: userId, email: former });
    await mailer.sendEmailChanged(
      { email: former, language },
      { email: newEmail, securePath },
      transaction,
    );
    return undefined;
  });
}

export const emailCodeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/email-otp/send-verification-otp',
    audit: [],
    input: z.strictObject({ email: emailRule, type: z.literal('sign-in') }),
    who: 'anyone',
    demo: true,
    event: 'authn_token_created',
    async handle(call) {
      const { challenges, client, codeLimits, cookies, headers } = call;
      const { email } = call.input;
      const { group } = await findGroup(call, email);
      const level = await codeLimits.countRequest(client, group);
      // Bots must not use up the mails that people may request.
      if (group !== 'device') for (const challenge of challenges) await challenge(call);
      const isHuman = challenges.length > 0;
      await codeLimits.countMail({ email, client, isHuman }, group, level);
      const queue = await requireQueue(call, client, { group, recentMails: level });
      const browser = cookies.readCodeCookie(headers) ?? newBrowserId();
      const sent = sendSignInCode(call, { email, browser }, queue, headers);
      await Promise.all([sent, setTimeout(minAnswerMs)]);
      call.setCookie(cookies.issueCodeCookie(headers, browser, email));
      return { success: true };
    },
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/email-otp',
    audit: ['signed_in', 'created', 'passkey_requested'],
    input: z.strictObject({ email: emailRule, otp: code }),
    demo: true,
    signInMethod: 'email_code',
    handle: (call) => enterCode(call, call.input.email, call.input.otp),
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/sample',
    audit: ['signed_in'],
    input: z.strictObject({ role: z.enum(roleNames) }),
    demo: true,
    signInMethod: 'sample_account',
    async handle(call) {
      const account = call.settings.sampleAccounts.find(({ role }) => role === call.input.role);
      if (!account) throw refusal(404, 'NOT_FOUND');
      await call.codeLimits.countOfNetwork('try', call.client);
      return openSession(call, account);
    },
  }),
  endpoint({
    ...reauthenticating,
    path: '/reauthenticate/email-otp',
    audit: [],
    input: z.strictObject({ otp: code }),
    renews: 'email_code',
    handle: (call) => enterCode(call, call.viewer.user.email, call.input.otp),
  }),
  endpoint({
    method: 'POST',
    path: '/email-otp/request-email-change',
    audit: [],
    input: z.strictObject({ newEmail: emailRule }),
    ...ownAccount,
    event: 'authn_token_created',
    async handle(call) {
      const { challenges, client, codeLimits, headers } = call;
      const { id: userId, email } = call.viewer.user;
      const { newEmail } = call.input;
      if (newEmail === email) throw refusal(400, 'EMAIL_ALREADY_USED');
      const level = await codeLimits.countRequest(client, 'device');
      // Otherwise a signed-in bot could send mails to any address.
      for (const challenge of challenges) await challenge(call);
      const isHuman = challenges.length > 0;
      await codeLimits.countChangeMail(userId, newEmail, isHuman);
      const queue = await requireQueue(call, client, { group: 'device', recentMails: level });
      const sent = sendChangeCode(call, { userId, email, newEmail }, queue, headers);
      await Promise.all([sent, setTimeout(minAnswerMs)]);
      return { success: true };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/email-otp/change-email',
    audit: ['email_changed'],
    input: z.strictObject({ newEmail: emailRule, otp: code }),
    ...ownAccount,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const { codeLimits, cookies, headers } = call;
      const { newEmail, otp } = call.input;
      const { id: userId } = call.viewer.user;
      if (!(await codeLimits.hasRequestedChange(userId, newEmail)))
        throw refusal(400, 'INVALID_OTP');
      await codeLimits.countChangeGuess(userId, newEmail, call.client);
      const wrong = await changeAddress(call, newEmail, otp);
      if (wrong) throw wrong;
      await codeLimits.resetChangeGuess(userId, newEmail);
      call.setCookie(cookies.issueDeviceCookie(headers, newEmail));
      return { success: true };
    },
  }),
];
