import { setTimeout } from 'node:timers/promises';
import type { Auth } from '#server/auth/auth.ts';
import {
  type AuthRequest,
  clientAddressOf,
  refuseTooMany,
  requireViewer,
} from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { endCurrentSession } from '#server/auth/sessions/active-session.ts';
import type { BrowserCookies } from '#server/auth/sessions/browser-cookies.ts';
import { startReauthentication } from '#server/auth/sessions/open-session.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import type { Settings } from '#server/settings.ts';
import type { Role } from '#shared/permissions.ts';
import type { BucketGroup, CodeLimits } from './code-limits.ts';
import type { ChangeAddress } from './email-change.ts';
import type { CodeSender } from './send-code.ts';
import type { StoredCodes } from './stored-codes.ts';

/** Hides whether the address has an account. */
const minAnswerMs = 50;

/** Seconds to wait once the network's queue of mails is full. */
const fullQueueWaitSeconds = 30;

type Entered = { email: string; otp: string };

/** What a client must solve before an email is sent. Returns the response to a request that does not. */
export type Challenge = (authRequest: AuthRequest) => Promise<Response | undefined>;

type EmailCodeDeps = {
  auth: Auth;
  settings: Settings;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
  challenges: readonly Challenge[];
  sender: CodeSender;
  storedCodes: StoredCodes;
  changeAddress: ChangeAddress;
};

export function createEmailCodeEndpoints(deps: EmailCodeDeps) {
  const { auth, settings, codeLimits, cookies, challenges, sender, storedCodes, changeAddress } =
    deps;
  const isHuman = challenges.length > 0;

  async function findRefusal(authRequest: AuthRequest): Promise<Response | undefined> {
    for (const challenge of challenges) {
      const refusal = await challenge(authRequest);
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** Browsers that signed in before the user secured their account aren't trusted: one may be an intruder's. */
  async function groupOf(headers: Headers, email: string): Promise<BucketGroup> {
    if (!cookies.hasDeviceCookie(headers, email)) return 'anyone';
    const securedAt = await storedCodes.securedAtOf(email);
    return cookies.isKnownDevice(headers, { email, securedAt }) ? 'device' : 'anyone';
  }

  async function requestSignInCode(authRequest: AuthRequest): Promise<Response> {
    const { headers } = authRequest.request;
    const { email } = authRequest.body as { email: string };
    const client = clientAddressOf(authRequest);
    const group = await groupOf(headers, email);
    const isRemembered = group === 'device';
    let { wait, level } = await codeLimits.countRequest(client, group);
    if (wait) return refuseTooMany(authRequest, wait, policies.codeRequests);
    // Bots must not use up the mails that people may request.
    const refusal = isRemembered ? undefined : await findRefusal(authRequest);
    if (refusal) return refusal;
    wait = isRemembered
      ? await codeLimits.countMailToDevice(email)
      : (await codeLimits.countMail(email, client, isHuman)) ||
        (await codeLimits.countRequestOfAll(level));
    if (wait) return refuseTooMany(authRequest, wait, policies.codeRequests);
    const queue = await sender.findQueue(client, group, level);
    if (!queue) return refuseTooMany(authRequest, fullQueueWaitSeconds, policies.codeRequests);
    const browser = cookies.readCodeCookie(headers) ?? cookies.newBrowserId();
    await storedCodes.deleteFormer(email, browser);
    await Promise.all([sender.send({ email, browser, queue }, headers), setTimeout(minAnswerMs)]);
    return Response.json(
      { success: true },
      { headers: { 'set-cookie': cookies.issueCodeCookie(headers, browser, email) } },
    );
  }

  async function enterCode(authRequest: AuthRequest, { email, otp }: Entered): Promise<Response> {
    const { headers } = authRequest.request;
    const browser = cookies.readCodeCookie(headers);
    // A code only works in the browser that requested it. Others can't guess it, so nothing is counted.
    if (browser === undefined || !cookies.hasRequestedCode(headers, browser, email)) {
      return authRequest.refuse(400, 'INVALID_OTP');
    }
    const client = clientAddressOf(authRequest);
    const group = await groupOf(headers, email);
    const wait =
      group === 'device'
        ? await codeLimits.countGuessOfDevice(email, client)
        : await codeLimits.countGuess(email, browser, client);
    if (wait) return refuseTooMany(authRequest, wait, policies.codeEntries);

    const securedAt = await storedCodes.deleteRevoked(email, browser);
    const codeSecret = await storedCodes.secretOf(email, browser);
    Object.assign(currentSignIn(), { browser, codeSecret, credentials: { email, securedAt } });
    const response = await authRequest.forward({ email, otp }, '/sign-in/email-otp');
    // The code was right, so it's no guess.
    if (currentSignIn().stoppedForPasskey) await codeLimits.resetGuess(email, browser, group);
    if (!response.ok) return response;
    await codeLimits.resetGuess(email, browser, group);
    response.headers.append('set-cookie', cookies.issueDeviceCookie(headers, email));
    return response;
  }

  async function signInWithCode(authRequest: AuthRequest): Promise<Response> {
    const response = await enterCode(authRequest, authRequest.body as Entered);
    if (response.ok) await endCurrentSession(auth, authRequest.request.headers);
    return response;
  }

  async function reauthenticateWithCode(authRequest: AuthRequest): Promise<Response> {
    const viewer = requireViewer(authRequest);
    const { otp } = authRequest.body as { otp: string };
    startReauthentication(viewer, 'email_code');
    return enterCode(authRequest, { email: viewer.user.email, otp });
  }

  async function signInAsSample(authRequest: AuthRequest): Promise<Response> {
    const { role } = authRequest.body as { role: Role };
    const account = settings.sampleAccounts.find((each) => each.role === role);
    if (!account) return authRequest.refuse(404, 'NOT_FOUND');
    const wait = await codeLimits.countTry(clientAddressOf(authRequest));
    if (wait) return refuseTooMany(authRequest, wait, policies.codeEntries);
    const { email } = account;
    const browser = cookies.newBrowserId();
    const otp = await sender.create(email, browser);
    Object.assign(currentSignIn(), { browser, credentials: { email } });
    const response = await authRequest.forward({ email, otp }, '/sign-in/email-otp');
    if (response.ok) await endCurrentSession(auth, authRequest.request.headers);
    return response;
  }

  async function requestEmailChange(authRequest: AuthRequest): Promise<Response> {
    const { id: userId, email } = requireViewer(authRequest).user;
    const { newEmail } = authRequest.body as { newEmail: string };
    if (newEmail === email) return authRequest.refuse(400, 'EMAIL_ALREADY_USED');
    const client = clientAddressOf(authRequest);
    const { wait, level } = await codeLimits.countRequest(client, 'device');
    if (wait) return refuseTooMany(authRequest, wait, policies.codeRequests);
    // Otherwise a signed-in bot could send mails to any address.
    const refusal = await findRefusal(authRequest);
    if (refusal) return refusal;
    const mailWait = await codeLimits.countChangeMail(userId, newEmail, isHuman);
    if (mailWait) return refuseTooMany(authRequest, mailWait, policies.codeRequests);
    const queue = await sender.findQueue(client, 'device', level);
    if (!queue) return refuseTooMany(authRequest, fullQueueWaitSeconds, policies.codeRequests);
    const change = { userId, email, newEmail };
    const { headers } = authRequest.request;
    await Promise.all([sender.sendForChange(change, queue, headers), setTimeout(minAnswerMs)]);
    return Response.json({ success: true });
  }

  /** The code is bound to the user by the session and by its name, which contains their ID and both addresses. */
  async function changeEmail(authRequest: AuthRequest): Promise<Response> {
    const { user, session } = requireViewer(authRequest);
    const { id: userId, email } = user;
    const { newEmail, otp } = authRequest.body as { newEmail: string; otp: string };
    if (!(await codeLimits.hasRequestedChange(userId, newEmail)))
      return authRequest.refuse(400, 'INVALID_OTP');
    const wait = await codeLimits.countChangeGuess(userId, newEmail, clientAddressOf(authRequest));
    if (wait) return refuseTooMany(authRequest, wait, policies.codeEntries);
    const change = { userId, email, newEmail };
    const refusal = await changeAddress(change, { code: otp, sessionId: session.id });
    if (refusal) return authRequest.refuse(...refusal);
    await codeLimits.resetChangeGuess(userId, newEmail);
    const cookie = cookies.issueDeviceCookie(authRequest.request.headers, newEmail);
    return Response.json({ success: true }, { headers: { 'set-cookie': cookie } });
  }

  return {
    requestSignInCode,
    signInWithCode,
    signInAsSample,
    reauthenticateWithCode,
    requestEmailChange,
    changeEmail,
  };
}

export type EmailCodeEndpoints = ReturnType<typeof createEmailCodeEndpoints>;
