import type { Values } from './parse.ts';
import { readTogether } from './together.ts';

export const providerIds = ['github', 'oidc'] as const;

/** Reads the identity providers. Partially configured ones aren't offered. */
export function readProviders(values: Values) {
  const github = readTogether(values, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']);
  const oidc = readTogether(values, [
    'OIDC_NAME',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ]);
  const hub = github.all && {
    id: 'github',
    name: 'GitHub',
    clientId: github.all.GITHUB_CLIENT_ID,
    clientSecret: github.all.GITHUB_CLIENT_SECRET,
  };
  const openId = oidc.all && {
    id: 'oidc',
    name: oidc.all.OIDC_NAME,
    issuer: oidc.all.OIDC_ISSUER,
    clientId: oidc.all.OIDC_CLIENT_ID,
    clientSecret: oidc.all.OIDC_CLIENT_SECRET,
  };
  return {
    github: hub,
    oidc: openId,
    /** In button order. */
    offered: [hub, openId].filter((provider) => provider !== undefined),
    missing: [...github.missing, ...oidc.missing],
  };
}

export type Providers = ReturnType<typeof readProviders>;

/** Offers none, whatever is configured. */
export const noProviders: Providers = {
  github: undefined,
  oidc: undefined,
  offered: [],
  missing: [],
};
