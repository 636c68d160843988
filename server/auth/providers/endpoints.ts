/**
 * Sign-in with identity providers. All redirect URLs are built here, never taken from the request
 * (OWASP Unvalidated Redirects). Errors in the callback lead to the page at `loginErrorPath`.
 */

import { symmetricDecrypt } from 'better-auth/crypto';
import * as z from 'zod';
import type { Auth } from '#server/auth/auth.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import type { AuthRequest, Endpoint } from '#server/auth/endpoint.ts';
import { replaceImpersonation } from '#server/auth/impersonation/hooks.ts';
import { endCurrentSession, findSession } from '#server/auth/sessions/active-session.ts';
import type { BrowserCookies } from '#server/auth/sessions/browser-cookies.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { databaseFault } from '#server/database/fault.ts';
import { clientAddressHeader, readCookieValues } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { loginErrorPath } from './identity-providers.ts';

type ProviderDeps = {
  auth: Auth;
  settings: Settings;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
};

/** The query is stored in an encrypted cookie, and browsers limit cookies to 4,096 bytes (RFC 6265 6.1). */
const longestSearch = 1_000;

export function createProviderEndpoints({ auth, settings, codeLimits, cookies }: ProviderDeps) {
  const { baseUrl, providers } = settings;

  function redirectToError(word: string, redirect?: string | null): Response {
    const error = /^\w{1,64}$/.test(word) ? word.toLowerCase() : 'unknown_error';
    const search = new URLSearchParams({ error, ...(redirect && { redirect }) });
    const location = `${baseUrl}${loginErrorPath}?${search}`;
    return new Response(null, { status: 302, headers: { location } });
  }

  async function startProviderSignIn({ body, forward }: AuthRequest): Promise<Response> {
    const { provider, redirect } = body as { provider: string; redirect?: string };
    // The login page validates the redirect and follows it after sign-in.
    const wanted = redirect ? `?${new URLSearchParams({ redirect })}` : '';
    const search = wanted.length <= longestSearch ? wanted : '';
    return forward({
      provider,
      callbackURL: `${baseUrl}/login${search}`,
      errorCallbackURL: `${baseUrl}${loginErrorPath}`,
    });
  }

  function withCookies(given: readonly string[]): Headers {
    return new Headers({ cookie: given.map((cookie) => cookie.split(';', 1)[0]).join('; ') });
  }

  /**
   * Where the sign-in that the request returns from leads to. Undefined if the cookie doesn't contain its state (RFC 6749
   * 10.12).
   */
  async function findTarget({ headers, url }: Request): Promise<URL | undefined> {
    const { createAuthCookie, secretConfig } = await auth.$context;
    const { name } = createAuthCookie('oauth_state');
    const state = new URL(url).searchParams.get('state');
    for (const data of readCookieValues(headers, name)) {
      const text = await symmetricDecrypt({ key: secretConfig, data }).catch(() => '{}');
      const { oauthState, expiresAt, callbackURL } = JSON.parse(text) as {
        oauthState?: string;
        expiresAt?: number;
        callbackURL?: string;
      };
      if (state && oauthState === state && Number(expiresAt) > Date.now()) {
        return new URL(callbackURL ?? '', baseUrl);
      }
    }
    return undefined;
  }

  async function follow({ request, forward }: AuthRequest): Promise<Response> {
    const wanted = await findTarget(request);
    // Any page can load this URL without the cookie, which must not use up its visitors' limits.
    if (!wanted) return redirectToError('state_mismatch');
    const fail = (word: string) => redirectToError(word, wanted.searchParams.get('redirect'));
    const wait = await codeLimits.countProvider(
      request.headers.get(clientAddressHeader) ?? 'unknown',
    );
    if (wait) return fail('rate_limited');
    const response = await forward();
    if (currentSignIn().isUnavailable) return fail('service_unavailable');
    if (!response.headers.has('location')) {
      return fail(String((await response.json().catch(() => null))?.code));
    }
    const target = URL.parse(response.headers.get('location') ?? '');
    const error = target?.searchParams.get('error');
    if (error) return fail(error);
    if (target?.origin !== baseUrl || target.pathname !== '/login') return fail('unknown_error');
    // As after a code, end the previous session and set a device cookie.
    await endCurrentSession(auth, request.headers);
    const { session } = await findSession(auth, withCookies(response.headers.getSetCookie()));
    if (!session) return fail('unknown_error');
    response.headers.append(
      'set-cookie',
      cookies.issueDeviceCookie(request.headers, session.user.email),
    );
    return response;
  }

  async function finishProviderSignIn(authRequest: AuthRequest): Promise<Response> {
    const id = new URL(authRequest.request.url).pathname.split('/').at(-1);
    if (!providers.offered.some((provider) => provider.id === id))
      return authRequest.refuse(404, 'NOT_FOUND');
    return follow(authRequest).catch((error: unknown) => {
      if (databaseFault(error)) return redirectToError('service_unavailable');
      throw error;
    });
  }

  return { startProviderSignIn, finishProviderSignIn };
}

export type ProviderEndpoints = ReturnType<typeof createProviderEndpoints>;

export const providerEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/social',
    audit: [],
    body: z.strictObject({
      provider: z.string().max(30),
      redirect: z.string().max(8_000).optional(),
    }),
    who: 'anyone',
    failureEvent: 'authn_login_fail',
    handler: 'startProviderSignIn',
  },
  {
    method: 'GET',
    path: '/callback/:id',
    audit: ['signed_in', 'created', 'provider_linked', 'passkey_requested'],
    who: 'anyone',
    signInMethod: 'identity_provider',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'finishProviderSignIn',
    after: replaceImpersonation,
  },
];
