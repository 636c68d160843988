import * as z from 'zod';
import type { Endpoint } from '#server/auth/endpoint.ts';
import { replaceImpersonation } from '#server/auth/impersonation/hooks.ts';

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
