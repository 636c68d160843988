/**
 * Sign-in with identity providers. All redirect URLs are built here, never taken from the request
 * (OWASP Unvalidated Redirects). Errors in the callback lead to the page at `loginErrorPath`.
 */

import { symmetricDecrypt } from 'better-auth/crypto';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint, signingIn } from '#server/auth/endpoint.ts';
import { findSession } from '#server/auth/sessions/active-session.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { databaseFault } from '#server/database/fault.ts';
import { readCookieValues } from '#server/http/headers.ts';
import { loginErrorPath } from './identity-providers.ts';

/** The query is stored in an encrypted cookie, and browsers limit cookies to 4,096 bytes (RFC 6265 6.1). */
const longestSearch = 1_000;

function redirectToError({ settings }: Call, word: string, redirect?: string | null): Response {
  const error = /^\w{1,64}$/.test(word) ? word.toLowerCase() : 'unknown_error';
  const search = new URLSearchParams({ error, ...(redirect && { redirect }) });
  const location = `${settings.baseUrl}${loginErrorPath}?${search}`;
  return new Response(null, { status: 302, headers: { location } });
}

/**
 * Where the sign-in that the request returns from leads to. Undefined if the cookie doesn't contain its state (RFC 6749
 * 10.12).
 */
async function findTarget({ auth, headers, request, settings }: Call): Promise<URL | undefined> {
  const { createAuthCookie, secretConfig } = await auth.$context;
  const { name } = createAuthCookie('oauth_state');
  const state = new URL(request.url).searchParams.get('state');
  for (const data of readCookieValues(headers, name)) {
    const text = await symmetricDecrypt({ key: secretConfig, data }).catch(() => '{}');
    const { oauthState, expiresAt, callbackURL } = JSON.parse(text) as {
      oauthState?: string;
      expiresAt?: number;
      callbackURL?: string;
    };
    if (state && oauthState === state && Number(expiresAt) > Date.now()) {
      return new URL(callbackURL ?? '', settings.baseUrl);
    }
  }
  return undefined;
}

async function finishSignIn(call: Call): Promise<Response> {
  const { baseUrl } = call.settings;
  const wanted = await findTarget(call);
  // Any page can load this URL without the cookie, which must not use up its visitors' limits.
  if (!wanted) return redirectToError(call, 'state_mismatch');
  const fail = (word: string) => redirectToError(call, word, wanted.searchParams.get('redirect'));
  if (await call.codeLimits.countOfNetwork('provider', call.client)) return fail('rate_limited');
  const response = await call.forward();
  if (currentSignIn().isUnavailable) return fail('service_unavailable');
  if (!response.headers.has('location')) {
    return fail(String((await response.json().catch(() => null))?.code));
  }
  const target = URL.parse(response.headers.get('location') ?? '');
  const error = target?.searchParams.get('error');
  if (error) return fail(error);
  if (target?.origin !== baseUrl || target.pathname !== '/login') return fail('unknown_error');
  const given = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const opened = new Headers({ cookie: given.join('; ') });
  const { session } = await findSession(call, opened);
  if (!session) return fail('unknown_error');
  return call.cookies.remember(response, call.headers, session.user.email);
}

export const providerEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/sign-in/social',
    audit: [],
    body: z.strictObject({
      provider: z.string().max(30),
      redirect: z.string().max(8_000).optional(),
    }),
    who: 'anyone',
    failureEvent: 'authn_login_fail',
    handle({ body: { provider, redirect }, forward, settings: { baseUrl } }) {
      // The login page validates the redirect and follows it after sign-in.
      const wanted = redirect ? `?${new URLSearchParams({ redirect })}` : '';
      const search = wanted.length <= longestSearch ? wanted : '';
      return forward({
        provider,
        callbackURL: `${baseUrl}/login${search}`,
        errorCallbackURL: `${baseUrl}${loginErrorPath}`,
      });
    },
  }),
  endpoint({
    ...signingIn,
    method: 'GET',
    path: '/callback/:id',
    audit: ['signed_in', 'created', 'provider_linked', 'passkey_requested'],
    signInMethod: 'identity_provider',
    async handle(call) {
      const id = new URL(call.request.url).pathname.split('/').at(-1);
      const isOffered = call.settings.providers.offered.some((provider) => provider.id === id);
      if (!isOffered) return call.refuse(404, 'NOT_FOUND');
      return finishSignIn(call).catch((error: unknown) => {
        if (databaseFault(error)) return redirectToError(call, 'service_unavailable');
        throw error;
      });
    },
  }),
];
