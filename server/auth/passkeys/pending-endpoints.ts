/** What a pending sign-in allows: adding the first passkey, or entering a recovery code. Both open the session. */
import type { Auth } from '#server/auth/auth.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import type { EmailCodeEndpoints } from '#server/auth/email-code/endpoints.ts';
import type { CodeSender } from '#server/auth/email-code/send-code.ts';
import { type AuthRequest, refuseTooMany } from '#server/auth/endpoint.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { policies } from '#server/auth/limits/rules.ts';
import type { ProviderEndpoints } from '#server/auth/providers/endpoints.ts';
import {
  announceSpentCode,
  spendRecoveryCode,
} from '#server/auth/recovery-codes/recovery-codes.ts';
import { endCurrentSession } from '#server/auth/sessions/active-session.ts';
import type { BrowserCookies } from '#server/auth/sessions/browser-cookies.ts';
import { sessionCookieName } from '#server/auth/sessions/session-cookie.ts';
import { isBanned } from '#server/auth/sessions/session-rules.ts';
import { currentSignIn, type SignIn } from '#server/auth/sign-in.ts';
import type { Database } from '#server/database/client.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import { limited, namedOptions, verifiedRegistration, withContent } from './endpoints.ts';
import type { PendingSignIns, PendingUser } from './pending-sign-in.ts';

type PendingEndpointDeps = {
  auth: Auth;
  database: Database;
  settings: Settings;
  mailer: Mailer;
  hmac: Hmac;
  sender: CodeSender;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
  pendingSignIns: PendingSignIns;
};

type Handler = (authRequest: AuthRequest) => Promise<Response>;
type PendingHandler = (authRequest: AuthRequest, user: PendingUser) => Promise<Response>;

type SignInHandlers = Pick<EmailCodeEndpoints, 'signInWithCode'> &
  Pick<ProviderEndpoints, 'finishProviderSignIn'>;

/** Pages that continue a sign-in, by the code that it was refused with. */
export const passkeySteps: Record<NonNullable<SignIn['stoppedForPasskey']>['code'], string> = {
  PASSKEY_REQUIRED: '/login/passkey',
  PASSKEY_SETUP_REQUIRED: '/login/passkey/setup',
};

export function createPendingEndpoints(deps: PendingEndpointDeps) {
  const { auth, database, settings, hmac, codeLimits, cookies, sender, pendingSignIns } = deps;

  /** The browser's present session isn't the one that the sign-in is for. */
  function withoutSession({ request }: AuthRequest): Headers {
    const headers = new Headers(request.headers);
    const name = `${sessionCookieName(settings)}=`;
    const others = (headers.get('cookie') ?? '')
      .split(';')
      .filter((pair) => !pair.trim().startsWith(name));
    headers.set('cookie', others.join(';'));
    return headers;
  }

  const pending = (answer: PendingHandler): Handler =>
    limited(deps, async (authRequest) => {
      const user = await pendingSignIns.findUser(authRequest.request.headers);
      if (!user) return authRequest.refuse(400, 'SIGN_IN_EXPIRED');
      return isBanned(user) ? authRequest.refuse(403, 'BANNED_USER') : answer(authRequest, user);
    });

  const setup = (answer: PendingHandler): Handler =>
    pending(async (authRequest, user) => {
      const passkeys = await database.passkey.count({ where: { userId: user.id } });
      if (passkeys > 0) return authRequest.refuse(403, 'PASSKEY_REQUIRED');
      currentSignIn().pendingPasskeyUser = user;
      return answer(authRequest, user);
    });

  async function finish({ request }: AuthRequest, { email }: PendingUser, response: Response) {
    await endCurrentSession(auth, request.headers);
    const deviceCookie = cookies.issueDeviceCookie(request.headers, email);
    for (const cookie of [deviceCookie, pendingSignIns.endedCookie]) {
      response.headers.append('set-cookie', cookie);
    }
    return response;
  }

  const startPasskeySetup: PendingHandler = async (authRequest, { name }) => {
    const path = '/passkey/generate-register-options';
    const options = await authRequest.forward(undefined, path, withoutSession(authRequest));
    return namedOptions(options, name);
  };

  const finishPasskeySetup: PendingHandler = async (authRequest, user) => {
    const { body } = authRequest;
    const sent = { ...(body as object), createSession: true };
    const response = await verifiedRegistration(
      authRequest,
      await authRequest.forward(sent, '/passkey/verify-registration', withoutSession(authRequest)),
    );
    if (!response.ok) return response;
    return finish(authRequest, user, withContent(response, { user: { id: user.id } }));
  };

  /** Uses up a recovery code for a pending sign-in that it ends. Returns how many are left, or why not. */
  const finishWithCode = (user: PendingUser, code: string) =>
    database.$transaction(async (transaction) => {
      if (!(await pendingSignIns.lock(transaction, user))) return 'SIGN_IN_EXPIRED';
      const left = await spendRecoveryCode({ database: transaction, hmac }, user.id, code);
      if (left === undefined) return 'RECOVERY_CODE_INVALID';
      await pendingSignIns.finish(user, transaction);
      return left;
    });

  const signInWithRecoveryCode: PendingHandler = async (authRequest, user) => {
    const { code } = authRequest.body as { code: string };
    const wait = await codeLimits.countRecoveryCode(user.id, user.identifier);
    if (wait) return refuseTooMany(authRequest, wait, policies.recoveryCodes);
    const left = await finishWithCode(user, code);
    if (typeof left === 'string') return authRequest.refuse(400, left);
    await announceSpentCode(deps, user.id, left);
    const browser = cookies.newBrowserId();
    const otp = await sender.create(user.email, browser);
    const { email, securedAt } = user;
    Object.assign(currentSignIn(), { browser, credentials: { email, securedAt } });
    const response = await authRequest.forward({ email, otp }, '/sign-in/email-otp');
    return response.ok ? finish(authRequest, user, response) : response;
  };

  /** Starts a pending sign-in where `signIn` was refused because a passkey is required. */
  const stopping = (signIn: Handler): Handler =>
    async function signInOrStop(authRequest) {
      const response = await signIn(authRequest);
      const { stoppedForPasskey: stopped } = currentSignIn();
      if (!stopped) return response;
      const { headers } = authRequest.request;
      const cookie = await pendingSignIns.start(headers, stopped.userId);
      response.headers.append('set-cookie', cookie);
      if (response.status === 302) {
        // The error page's address, with the page that was wanted.
        const { searchParams } = new URL(response.headers.get('location') ?? '', settings.baseUrl);
        const step = new URL(passkeySteps[stopped.code], settings.baseUrl);
        const redirect = searchParams.get('redirect');
        if (redirect) step.searchParams.set('redirect', redirect);
        response.headers.set('location', step.href);
      }
      return response;
    };

  return {
    handlers: {
      startPasskeySetup: setup(startPasskeySetup),
      finishPasskeySetup: setup(finishPasskeySetup),
      signInWithRecoveryCode: pending(signInWithRecoveryCode),
    },
    stopped: (handlers: SignInHandlers): SignInHandlers => ({
      signInWithCode: stopping(handlers.signInWithCode),
      finishProviderSignIn: stopping(handlers.finishProviderSignIn),
    }),
  };
}
