/** What a pending sign-in allows: adding the first passkey, or entering a recovery code. Both open the session. */
import * as z from 'zod';
import { openSession } from '#server/auth/auth.ts';
import { type Call, type Endpoint, endpoint, signingIn } from '#server/auth/endpoint.ts';
import { policies } from '#server/auth/limits/rules.ts';
import {
  announceSpentCode,
  spendRecoveryCode,
} from '#server/auth/recovery-codes/recovery-codes.ts';
import { cookieLine, sessionCookieName } from '#server/auth/sessions/cookies.ts';
import { currentSignIn, type SignIn } from '#server/auth/sign-in.ts';
import { isBanned } from '#server/auth/viewer.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { limits } from '#shared/limits.ts';
import {
  findPasskeyRefusal,
  namedOptions,
  registration,
  verifiedRegistration,
} from './endpoints.ts';
import {
  findPendingUser,
  finishPendingSignIn,
  openPending,
  type PendingUser,
  pendingCookie,
  startPendingSignIn,
} from './pending-sign-in.ts';

/** Pages that continue a sign-in, by the code that it was refused with. */
const passkeySteps: Record<NonNullable<SignIn['stoppedForPasskey']>['code'], string> = {
  PASSKEY_REQUIRED: '/login/passkey',
  PASSKEY_SETUP_REQUIRED: '/login/passkey/setup',
};

/** Lets the response start a pending sign-in if the request's was refused because a passkey is required. */
export async function continueWithPasskey(call: Call, { headers, status }: Response) {
  const { stoppedForPasskey: stopped, renews } = currentSignIn();
  if (!stopped || renews) return;
  headers.append('set-cookie', await startPendingSignIn(call, call.headers, stopped.userId));
  if (status !== 302) return;
  // The error page's address, with the page that was wanted.
  const { baseUrl } = call.settings;
  const { searchParams } = new URL(headers.get('location') ?? '', baseUrl);
  const step = new URL(passkeySteps[stopped.code], baseUrl);
  const redirect = searchParams.get('redirect');
  if (redirect) step.searchParams.set('redirect', redirect);
  headers.set('location', step.href);
}

/** Answers for the user of the browser's pending sign-in. */
async function withPendingUser(
  call: Call,
  answer: (user: PendingUser) => Promise<Response>,
): Promise<Response> {
  const refusal = await findPasskeyRefusal(call);
  if (refusal) return refusal;
  const user = await findPendingUser(call, call.headers);
  if (!user) return call.refuse(400, 'SIGN_IN_EXPIRED');
  return isBanned(user) ? call.refuse(403, 'BANNED_USER') : answer(user);
}

/** Answers for a user who has no passkey yet. */
const withoutPasskey = (call: Call, answer: (user: PendingUser) => Promise<Response>) =>
  withPendingUser(call, async (user) => {
    const passkeys = await call.database.passkey.count({ where: { userId: user.id } });
    if (passkeys > 0) return call.refuse(403, 'PASSKEY_REQUIRED');
    currentSignIn().pendingPasskeyUser = user;
    return answer(user);
  });

/** The browser's present session isn't the one that the sign-in is for. */
function withoutSession({ headers: sent, settings }: Call): Headers {
  const headers = new Headers(sent);
  const name = `${sessionCookieName(settings)}=`;
  const cookies = (headers.get('cookie') ?? '').split(';');
  headers.set('cookie', cookies.filter((pair) => !pair.trim().startsWith(name)).join(';'));
  return headers;
}

function finish({ cookies, headers, settings }: Call, { email }: PendingUser, response: Response) {
  response.headers.append('set-cookie', cookieLine(settings, pendingCookie));
  return cookies.remember(response, headers, email);
}

/** Uses up a recovery code for a pending sign-in that it ends. Returns how many are left, or why not. */
const finishWithCode = ({ database, hmac }: Call, user: PendingUser, code: string) =>
  database.$transaction(async (transaction) => {
    await lockUsers(transaction, [user.id]);
    if ((await transaction.verification.count({ where: openPending(user) })) === 0)
      return 'SIGN_IN_EXPIRED';
    const left = await spendRecoveryCode({ database: transaction, hmac }, user.id, code);
    if (left === undefined) return 'RECOVERY_CODE_INVALID';
    await finishPendingSignIn(transaction, user);
    return left;
  });

export const pendingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/passkey/generate-setup-options',
    audit: [],
    query: z.strictObject({}),
    who: 'anyone',
    handle: (call) =>
      withoutPasskey(call, async ({ name }) => {
        const path = '/passkey/generate-register-options';
        return namedOptions(await call.forward(undefined, path, withoutSession(call)), name);
      }),
  }),
  endpoint({
    ...signingIn,
    path: '/passkey/verify-setup',
    audit: ['signed_in', 'passkey_added'],
    body: registration,
    signInMethod: 'passkey',
    handle: (call) =>
      withoutPasskey(call, async (user) => {
        const sent = { ...call.body, createSession: true };
        const path = '/passkey/verify-registration';
        const answer = await call.forward(sent, path, withoutSession(call));
        const response = await verifiedRegistration(call, answer);
        if (!response.ok) return response;
        return finish(call, user, Response.json({ user: { id: user.id } }, response));
      }),
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/recovery-code',
    audit: ['signed_in', 'recovery_code_used'],
    body: z.strictObject({ code: z.string().max(limits.recoveryCodeMax) }),
    signInMethod: 'recovery_code',
    handle: (call) =>
      withPendingUser(call, async (user) => {
        const wait = await call.codeLimits.countRecoveryCode(user.id, user.identifier);
        if (wait) return call.refuseTooMany(wait, policies.recoveryCodes);
        const left = await finishWithCode(call, user, call.body.code);
        if (typeof left === 'string') return call.refuse(400, left);
        await announceSpentCode(call, user.id, left);
        const response = await openSession(call, user);
        return response.ok ? finish(call, user, response) : response;
      }),
  }),
];
