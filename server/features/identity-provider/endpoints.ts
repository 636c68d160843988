/**
 * Sign-in with identity providers. All redirect URLs are built here, never taken from the request
 * (OWASP Unvalidated Redirects). Errors in the callback lead to the page at `loginErrorPath`.
 */

import { isAPIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint, signingIn } from '#server/auth/endpoint.ts';
import { refusal, refusalOf } from '#server/auth/refusal.ts';
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

async function finishSignIn(call: Call, id: string): Promise<Response> {
  const { baseUrl } = call.settings;
  const wanted = await findTarget(call);
  // Any page can load this URL without the cookie, which must not use up its visitors' limits.
  if (!wanted) return redirectToError(call, 'state_mismatch');
  const fail = (word: string) => redirectToError(call, word, wanted.searchParams.get('redirect'));
  const query = call.input as Record<string, string>;
  const returned = { method: 'GET', params: { id }, query } as const;
  try {
    await call.codeLimits.countOfNetwork('identity-provider', call.client);
    await call.library((api, sent) => api.callbackOAuth({ ...sent, ...returned }));
  } catch (error) {
    if (currentSignIn().isUnavailable) return fail('service_unavailable');
    if (!isAPIError(error) || error.status !== 'FOUND') return fail(refusalOf(call, error).code);
    // The library throws its redirects.
    const headers = new Headers(error.headers);
    const target = URL.parse(headers.get('location') ?? '');
    const word = target?.searchParams.get('error');
    if (word) return fail(word);
    if (target?.origin === baseUrl && target.pathname === '/login')
      return new Response(null, { status: 302, headers });
  }
  return fail('unknown_error');
}

export const providerEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/sign-in/social',
    audit: [],
    input: z.strictObject({
      provider: z.string().max(30),
      redirect: z.string().max(8_000).optional(),
    }),
    who: 'anyone',
    failureEvent: 'authn_login_fail',
    handle({ input: { provider, redirect }, library, settings: { baseUrl } }) {
      // The login page validates the redirect and follows it after sign-in.
      const wanted = redirect ? `?${new URLSearchParams({ redirect })}` : '';
      const search = wanted.length <= longestSearch ? wanted : '';
      const callbackURL = `${baseUrl}/login${search}`;
      const body = { provider, callbackURL, errorCallbackURL: `${baseUrl}${loginErrorPath}` };
      return library((api, sent) => api.signInSocial({ ...sent, body }));
    },
  }),
  endpoint({
    ...signingIn,
    method: 'GET',
    path: '/callback/:id',
    audit: ['signed_in', 'created', 'provider_linked', 'passkey_requested'],
    signInMethod: 'identity_provider',
    async handle(call) {
      const id = new URL(call.request.url).pathname.split('/').at(-1) ?? '';
      const isOffered = call.settings.providers.offered.some((provider) => provider.id === id);
      if (!isOffered) throw refusal(404, 'NOT_FOUND');
      return finishSignIn(call, id).catch((error: unknown) => {
        if (databaseFault(error)) return redirectToError(call, 'service_unavailable');
        throw error;
      });
    },
  }),
];
