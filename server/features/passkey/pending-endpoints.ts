/** What a pending sign-in allows: adding the first passkey, or entering a recovery code. Both open the session. */
import * as z from 'zod';
import {
  type Call,
  type Endpoint,
  endpoint,
  openSession,
  signingIn,
} from '#server/auth/endpoint.ts';
import { refusal } from '#server/auth/refusal.ts';
import { cookieLine, sessionCookieName } from '#server/auth/sessions/cookies.ts';
import { currentSignIn, type Services, type SignIn } from '#server/auth/sign-in.ts';
import { lockUsers } from '#server/auth/users.ts';
import { isBanned } from '#server/auth/viewer.ts';
import {
  sendRecoveryCodesNotice,
  spendRecoveryCode,
} from '#server/features/recovery-codes/recovery-codes.ts';
import { limits } from '#shared/limits.ts';
import { addPasskey, countPasskeyRequest, registration, registrationOptions } from './endpoints.ts';
import {
  findPendingUser,
  finishPendingSignIn,
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
export async function continueWithPasskey(services: Services, sent: Headers, response: Response) {
  const { stoppedForPasskey: stopped, renews } = currentSignIn();
  if (!stopped || renews) return;
  const { headers, status } = response;
  headers.append('set-cookie', await startPendingSignIn(services, sent, stopped));
  if (status !== 302) return;
  // The error page's address, with the page that was wanted.
  const { baseUrl } = services.settings;
  const { searchParams } = new URL(headers.get('location') ?? '', baseUrl);
  const step = new URL(passkeySteps[stopped.code], baseUrl);
  const redirect = searchParams.get('redirect');
  if (redirect) step.searchParams.set('redirect', redirect);
  headers.set('location', step.href);
}

async function requirePendingUser(call: Call): Promise<PendingUser> {
  await countPasskeyRequest(call);
  const user = await findPendingUser(call, call.headers);
  if (!user) throw refusal(400, 'SIGN_IN_EXPIRED');
  if (isBanned(user)) throw refusal(403, 'BANNED_USER');
  return user;
}

/** The same, of whom the passkey will be that the request adds. It must be their first. */
async function requireNewcomer(call: Call): Promise<PendingUser> {
  const user = await requirePendingUser(call);
  const passkeys = await call.database.passkey.count({ where: { userId: user.id } });
  if (passkeys > 0) throw refusal(403, 'PASSKEY_REQUIRED');
  currentSignIn().pendingPasskeyUser = user;
  return user;
}

/** The browser's present session isn't the one that the sign-in is for. */
function withoutSession({ headers: sent, settings }: Call): Headers {
  const headers = new Headers(sent);
  const name = `${sessionCookieName(settings)}=`;
  const cookies = (headers.get('cookie') ?? '').split(';');
  headers.set('cookie', cookies.filter((pair) => !pair.trim().startsWith(name)).join(';'));
  return headers;
}

const removeCookie = ({ setCookie, settings }: Pick<Call, 'setCookie' | 'settings'>) =>
  setCookie(cookieLine(settings, pendingCookie));

/** Uses up a recovery code for a pending sign-in that it ends. Returns how many are left. */
const finishWithCode = ({ database, hmac }: Call, user: PendingUser, code: string) =>
  database.$transaction(async (transaction) => {
    await lockUsers(transaction, [user.id]);
    if (!(await finishPendingSignIn(transaction, user))) throw refusal(400, 'SIGN_IN_EXPIRED');
    const left = await spendRecoveryCode({ database: transaction, hmac }, user.id, code);
    if (left === undefined) throw refusal(400, 'RECOVERY_CODE_INVALID');
    return left;
  });

export const pendingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/passkey/generate-setup-options',
    audit: [],
    input: z.strictObject({}),
    who: 'anyone',
    async handle(call) {
      const { name } = await requireNewcomer(call);
      return registrationOptions(call, name, withoutSession(call));
    },
  }),
  endpoint({
    ...signingIn,
    path: '/passkey/verify-setup',
    audit: ['signed_in', 'passkey_added'],
    input: registration,
    signInMethod: 'passkey',
    async handle(call) {
      const { id } = await requireNewcomer(call);
      await addPasskey(call, { ...call.input, createSession: true }, withoutSession(call));
      removeCookie(call);
      return { user: { id } };
    },
  }),
  endpoint({
    ...signingIn,
    path: '/sign-in/recovery-code',
    audit: ['signed_in', 'recovery_code_used'],
    input: z.strictObject({ code: z.string().max(limits.recoveryCodeMax) }),
    signInMethod: 'recovery_code',
    async handle(call) {
      const user = await requirePendingUser(call);
      await call.codeLimits.countRecoveryCode(user.id, user.identifier);
      const left = await finishWithCode(call, user, call.input.code);
      await sendRecoveryCodesNotice(call, user, { kind: 'used', left });
      const opened = await openSession(call, user);
      removeCookie(call);
      return opened;
    },
  }),
];
