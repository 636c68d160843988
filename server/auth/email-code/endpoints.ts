import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { openSession } from '#server/auth/auth.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  ownAccount,
  reauthenticating,
  signingIn,
  type ViewerCall,
} from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { createStoredLimits } from '#server/auth/limits/stored-limits.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import { newBrowserId } from '#server/auth/sessions/cookies.ts';
import { isStillOpen, startReauthentication } from '#server/auth/sessions/open-session.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { noteFormerAddress } from '#server/auth/users.ts';
import { roleNames } from '#shared/permissions.ts';
import { code, email as emailRule } from '#shared/rules/account.ts';
import {
  consumeChangeCode,
  consumeSignInCode,
  type Denial,
  type EmailChange,
  findQueue,
  sendChangeCode,
  sendSignInCode,
} from './codes.ts';

/** Hides whether the address has an account. */
const minAnswerMs = 50;

/** Seconds to wait once the network's queue of mails is full. */
const fullQueueWaitSeconds = 30;

async function findUnsolved(call: Call): Promise<Response | undefined> {
  for (const challenge of call.challenges) {
    const refusal = await challenge(call);
    if (refusal) return refusal;
  }
  return undefined;
}

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

async function enterCode(call: Call, email: string, otp: string): Promise<Response> {
  const { headers, cookies, codeLimits, client } = call;
  const browser = cookies.readCodeCookie(headers);
  // A code only works in the browser that requested it. Others can't guess it, so nothing is counted.
  if (browser === undefined || !cookies.hasRequestedCode(headers, browser, email)) {
    return call.refuse(400, 'INVALID_OTP');
  }
  const { group, securedAt } = await findGroup(call, email);
  const wait = await codeLimits.countGuess({ email, browser, client }, group);
  if (wait) return call.refuseTooMany(wait, policies.codeEntries);
  const denial = await consumeSignInCode(call, { email, browser, securedAt }, otp);
  if (denial) return call.refuse(...denial);
  await codeLimits.resetGuess(email, browser, group);
  const response = await openSession(call, { email, securedAt });
  return response.ok ? cookies.remember(response, headers, email) : response;
}

/**
 * Changes the address, ends the other sessions, records the change and notifies the former address, all or nothing. Returns why
 * the address stays, if it does. The session may have ended in between, such as by a manager's change of the address.
 */
function changeAddress(
  call: ViewerCall,
  newEmail: string,
  code: string,
): Promise<Denial | undefined> {
  const { database, hmac, mailer, settings, viewer } = call;
  const { id: userId, email: former } = viewer.user;
  const change: EmailChange = { userId, email: former, newEmail };
  return database.$transaction(async (transaction): Promise<Denial | undefined> => {
    if (!(await isStillOpen(transaction, viewer.session))) return [401, 'UNAUTHENTICATED'];
    const wrong = await consumeChangeCode({ hmac }, transaction, change, code);
    if (wrong) return wrong;
    if (await transaction.user.findUnique({ where: { email: newEmail }, select: { id: true } }))
      return [400, 'EMAIL_ALREADY_USED'];
    // Counted in the transaction, so a change that fails isn't.
    const { wait } = await createStoredLimits(transaction, hmac).take(['email-changes', userId]);
    if (wait) return [400, 'EMAIL_CHANGE_LIMIT_REACHED'];
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
    body: z.strictObject({ email: emailRule, type: z.literal('sign-in') }),
    who: 'anyone',
    demo: true,
    event: 'authn_token_created',
    async handle(call) {
      const { headers, client, codeLimits, cookies } = call;
      const { email } = call.body;
      const { group } = await findGroup(call, email);
      let { wait, level } = await codeLimits.countRequest(client, group);
      if (wait) return call.refuseTooMany(wait, policies.codeRequests);
      // Bots must not use up the mails that people may request.
      const refusal = group === 'device' ? undefined : await findUnsolved(call);
      if (refusal) return refusal;
      const isHuman = call.challenges.length > 0;
      wait = await codeLimits.countMail({ email, client, isHuman }, group, level);
      if (wait) return call.refuseTooMany(wait, policies.codeRequests);
      const queue = await findQueue(call, client, { group, recentMails: level });
      if (!queue) return call.refuseTooMany(fullQueueWaitSeconds, policies.codeRequests);
      const browser = cookies.readCodeCookie(headers) ?? newBrowserId();
      const sent = sendSignInCode(call, { email, browser }, queue, headers);
      await Promise.all([sent, setTimeout(minAnswerMs)]);
      const cookie = cookies.issueCodeCookie(headers, browser, email);
      return Response.json({ success: true }, { headers: { 'set-cookie': cookie } });
    },
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/email-otp',
    audit: ['signed_in', 'created', 'passkey_requested'],
    body: z.strictObject({ email: emailRule, otp: code }),
    demo: true,
    signInMethod: 'email_code',
    handle: (call) => enterCode(call, call.body.email, call.body.otp),
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/sample',
    audit: ['signed_in'],
    body: z.strictObject({ role: z.enum(roleNames) }),
    demo: true,
    signInMethod: 'sample_account',
    async handle(call) {
      const account = call.settings.sampleAccounts.find(({ role }) => role === call.body.role);
      if (!account) return call.refuse(404, 'NOT_FOUND');
      const wait = await call.codeLimits.countOfNetwork('try', call.client);
      if (wait) return call.refuseTooMany(wait, policies.codeEntries);
      const response = await openSession(call, account);
      return response.ok ? call.cookies.remember(response, call.headers, account.email) : response;
    },
  }),
  endpoint({
    ...reauthenticating,
    path: '/reauthenticate/email-otp',
    audit: [],
    body: z.strictObject({ otp: code }),
    handle(call) {
      startReauthentication(call.viewer, 'email_code');
      return enterCode(call, call.viewer.user.email, call.body.otp);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/email-otp/request-email-change',
    audit: [],
    body: z.strictObject({ newEmail: emailRule }),
    ...ownAccount,
    event: 'authn_token_created',
    async handle(call) {
      const { client, codeLimits, headers } = call;
      const { id: userId, email } = call.viewer.user;
      const { newEmail } = call.body;
      if (newEmail === email) return call.refuse(400, 'EMAIL_ALREADY_USED');
      const { wait, level } = await codeLimits.countRequest(client, 'device');
      if (wait) return call.refuseTooMany(wait, policies.codeRequests);
      // Otherwise a signed-in bot could send mails to any address.
      const refusal = await findUnsolved(call);
      if (refusal) return refusal;
      const isHuman = call.challenges.length > 0;
      const mailWait = await codeLimits.countChangeMail(userId, newEmail, isHuman);
      if (mailWait) return call.refuseTooMany(mailWait, policies.codeRequests);
      const queue = await findQueue(call, client, { group: 'device', recentMails: level });
      if (!queue) return call.refuseTooMany(fullQueueWaitSeconds, policies.codeRequests);
      const sent = sendChangeCode(call, { userId, email, newEmail }, queue, headers);
      await Promise.all([sent, setTimeout(minAnswerMs)]);
      return Response.json({ success: true });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/email-otp/change-email',
    audit: ['email_changed'],
    body: z.strictObject({ newEmail: emailRule, otp: code }),
    ...ownAccount,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const { codeLimits, body } = call;
      const { newEmail, otp } = body;
      const { id: userId } = call.viewer.user;
      if (!(await codeLimits.hasRequestedChange(userId, newEmail)))
        return call.refuse(400, 'INVALID_OTP');
      const wait = await codeLimits.countChangeGuess(userId, newEmail, call.client);
      if (wait) return call.refuseTooMany(wait, policies.codeEntries);
      const refusal = await changeAddress(call, newEmail, otp);
      if (refusal) return call.refuse(...refusal);
      await codeLimits.resetChangeGuess(userId, newEmail);
      const cookie = call.cookies.issueDeviceCookie(call.headers, newEmail);
      return Response.json({ success: true }, { headers: { 'set-cookie': cookie } });
    },
  }),
];
