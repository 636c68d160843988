import * as z from 'zod';
import {
  confidentialUrl,
  readTogether,
  shortText,
  type ValuesOf,
  type Variables,
} from './schemas.ts';

export const providerVariables = {
  GITHUB_CLIENT_ID: {
    schema: z.string().optional(),
    description:
      'Sign in with GitHub. Create an OAuth app (GitHub: Settings, Developer settings, OAuth Apps) with the callback URL BASE_URL/api/auth/callback/github.',
  },
  GITHUB_CLIENT_SECRET: { schema: z.string().optional(), description: '', isSecret: true },
  OIDC_NAME: {
    schema: shortText(50).optional(),
    description:
      'Sign in with an OpenID Connect provider (Keycloak, Entra ID, Google, Okta, Authentik, …): a confidential client for the authorization code flow with the scopes openid, email and profile and the redirect URI BASE_URL/api/auth/callback/oidc. The name is shown on the button.',
    example: 'Example',
    isPublic: true,
  },
  OIDC_ISSUER: {
    schema: confidentialUrl().optional(),
    description: '',
    example: 'https://login.example.com',
  },
  OIDC_CLIENT_ID: { schema: z.string().optional(), description: '' },
  OIDC_CLIENT_SECRET: { schema: z.string().optional(), description: '', isSecret: true },
} satisfies Variables;

export const providerGroup = {
  title: 'Identity providers',
  description:
    'A provider is offered once all of its values are set. Accounts are matched by email address, so only addresses that the provider has verified are accepted.',
  variables: providerVariables,
};

export const providerIds = ['github', 'oidc'] as const;

/** Reads the identity providers. Partially configured ones aren't offered. */
export function readProviders(values: ValuesOf<typeof providerVariables>) {
  const hub = readTogether(values, {
    clientId: 'GITHUB_CLIENT_ID',
    clientSecret: 'GITHUB_CLIENT_SECRET',
  });
  const openId = readTogether(values, {
    name: 'OIDC_NAME',
    issuer: 'OIDC_ISSUER',
    clientId: 'OIDC_CLIENT_ID',
    clientSecret: 'OIDC_CLIENT_SECRET',
  });
  const github = hub.all && { id: 'github', name: 'GitHub', ...hub.all };
  const oidc = openId.all && { id: 'oidc', ...openId.all };
  return {
    github,
    oidc,
    /** In button order. */
    offered: [github, oidc].filter((provider) => provider !== undefined),
    missing: [...hub.missing, ...openId.missing],
  };
}

export type Providers = ReturnType<typeof readProviders>;
