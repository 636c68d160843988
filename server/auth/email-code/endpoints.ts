import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint } from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { newBrowserId } from '#server/auth/sessions/browser-cookies.ts';
import { startReauthentication } from '#server/auth/sessions/open-session.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { roleNames } from '#shared/permissions.ts';
import { code, email as emailRule } from '#shared/rules/account.ts';
import type { BucketGroup } from './code-limits.ts';
import {
  createCode,
  findEnteredCode,
  findQueue,
  securedAtOf,
  sendChangeCode,
  sendSignInCode,
} from './codes.ts';
import { changeAddress } from './email-change.ts';

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

/** Browsers that signed in before the user secured their account aren't trusted: one may be an intruder's. */
async function groupOf(call: Call, email: string): Promise<BucketGroup> {
  const { cookies, headers } = call;
  if (!cookies.hasDeviceCookie(headers, email)) return 'anyone';
  const securedAt = await securedAtOf(call, email);
  return cookies.isKnownDevice(headers, { email, securedAt }) ? 'device' : 'anyone';
}

async function enterCode(call: Call, email: string, otp: string): Promise<Response> {
  const { headers, cookies, codeLimits, client } = call;
  const browser = cookies.readCodeCookie(headers);
  // A code only works in the browser that requested it. Others can't guess it, so nothing is counted.
  if (browser === undefined || !cookies.hasRequestedCode(headers, browser, email)) {
    return call.refuse(400, 'INVALID_OTP');
  }
  const group = await groupOf(call, email);
  const wait =
    group === 'device'
      ? await codeLimits.countGuessOfDevice(email, client)
      : await codeLimits.countGuess(email, browser, client);
  if (wait) return call.refuseTooMany(wait, policies.codeEntries);
  await findEnteredCode(call, email, browser);
  const response = await call.forward({ email, otp }, '/sign-in/email-otp');
  // A right code was no guess, even if a passkey is required, too.
  if (response.ok || currentSignIn().stoppedForPasskey)
    await codeLimits.resetGuess(email, browser, group);
  return response.ok ? cookies.remember(response, headers, email) : response;
}

/** Opens a session for a person who has proved in another way who they are. */
export async function openSessionByCode(
  call: Call,
  { email, securedAt }: { email: string; securedAt?: Date | null },
): Promise<Response> {
  const browser = newBrowserId();
  const otp = await createCode(call, email, browser);
  const credentials = { email, ...(securedAt !== undefined && { securedAt }) };
  Object.assign(currentSignIn(), { browser, credentials });
  return call.forward({ email, otp }, '/sign-in/email-otp');
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
      const group = await groupOf(call, email);
      const isRemembered = group === 'device';
      let { wait, level } = await codeLimits.countRequest(client, group);
      if (wait) return call.refuseTooMany(wait, policies.codeRequests);
      // Bots must not use up the mails that people may request.
      const refusal = isRemembered ? undefined : await findUnsolved(call);
      if (refusal) return refusal;
      wait = isRemembered
        ? await codeLimits.countMailToDevice(email)
        : (await codeLimits.countMail(email, client, call.challenges.length > 0)) ||
          (await codeLimits.countRequestOfAll(level));
      if (wait) return call.refuseTooMany(wait, policies.codeRequests);
      const queue = await findQueue(call, client, { group, recentMails: level });
      if (!queue) return call.refuseTooMany(fullQueueWaitSeconds, policies.codeRequests);
      const browser = cookies.readCodeCookie(headers) ?? newBrowserId();
      const sent = sendSignInCode(call, { email, browser, queue }, headers);
      await Promise.all([sent, setTimeout(minAnswerMs)]);
      const cookie = cookies.issueCodeCookie(headers, browser, email);
      return Response.json({ success: true }, { headers: { 'set-cookie': cookie } });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sign-in/email-otp',
    audit: ['signed_in', 'created', 'passkey_requested'],
    body: z.strictObject({ email: emailRule, otp: code }),
    who: 'anyone',
    demo: true,
    signInMethod: 'email_code',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handle: (call) => enterCode(call, call.body.email, call.body.otp),
  }),
  endpoint({
    method: 'POST',
    path: '/sign-in/sample',
    audit: ['signed_in'],
    body: z.strictObject({ role: z.enum(roleNames) }),
    who: 'anyone',
    demo: true,
    signInMethod: 'sample_account',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    async handle(call) {
      const account = call.settings.sampleAccounts.find(({ role }) => role === call.body.role);
      if (!account) return call.refuse(404, 'NOT_FOUND');
      const wait = await call.codeLimits.countTry(call.client);
      if (wait) return call.refuseTooMany(wait, policies.codeEntries);
      const response = await openSessionByCode(call, account);
      return response.ok ? call.cookies.remember(response, call.headers, account.email) : response;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/reauthenticate/email-otp',
    audit: [],
    body: z.strictObject({ otp: code }),
    who: 'viewer',
    refusesImpersonation: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
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
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
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
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
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
