/**
 * Sign-in with identity providers. Users are identified by email address, so the provider must have
 * verified it. Otherwise anyone could take control of an account (OWASP ASVS 5.0 6.8).
 */
import type { BetterAuthPlugin } from 'better-auth';
import { refusal } from '#server/auth/refusal.ts';
import { currentSignIn, type Services, type SignIn } from '#server/auth/sign-in.ts';
import { loadOnce } from '#server/load-once.ts';
import type { Log } from '#server/log/log.ts';
import { type Outbound, OutboundUnavailable } from '#server/outbound.ts';
import type { Providers } from '#server/settings/providers.ts';
import type { Settings } from '#server/settings.ts';
import { email as emailRule, name as nameRule } from '#shared/rules/account.ts';
import { providerName } from './provider-link.ts';

function requireVerifiedEmail(
  provider: IdentityProvider,
  settings: Settings,
  outbound: Outbound,
): IdentityProvider {
  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    outbound(provider.id, work).catch((error: unknown) => {
      if (error instanceof OutboundUnavailable) currentSignIn().isUnavailable = true;
      throw error;
    });
  return {
    ...provider,
    get issuer() {
      return provider.issuer;
    },
    options: { disableSignUp: !settings.signUpEnabled },
    validateAuthorizationCode: (data) => ask(() => provider.validateAuthorizationCode(data)),
    async getUserInfo(tokens) {
      const info = await ask(() => provider.getUserInfo(tokens)).catch(() => null);
      if (!info?.user.email) return info;
      const email = emailRule.safeParse(info.user.email);
      if (!email.success) throw refusal(403, 'INVALID_EMAIL');
      if (info.user.emailVerified !== true) throw refusal(403, 'EMAIL_NOT_VERIFIED');
      Object.assign(currentSignIn(), {
        assertedAddress: email.data,
        identityProviderName: providerName(settings, provider.id),
        credentials: { accounts: { some: { providerId: provider.id } } },
      } satisfies SignIn);
      // Users with an invalid name are asked for one.
      const name = nameRule.safeParse(info.user.name).data ?? '';
      const { image } = info.user;
      const user = { email: email.data, emailVerified: true, name, ...(image && { image }) };
      return { data: info.data, user };
    },
  };
}

const loadGithub = async () => (await import('better-auth/social-providers')).github;

export function identityProviders({ settings, log, outbound }: Services): BetterAuthPlugin {
  return {
    id: 'identity-providers',
    async init(context) {
      const { github, oidc } = settings.providers;
      if (github) outbound.allow(['https://github.com', 'https://api.github.com']);
      if (oidc) outbound.allowNamed([oidc.issuer]);
      const providers = [
        github && (await loadGithub())(github),
        oidc && openIdConnect(oidc, { context, log, outbound }),
      ].filter((provider) => provider !== undefined) as IdentityProvider[];
      const socialProviders = providers.map((provider) =>
        requireVerifiedEmail(provider, settings, outbound),
      );
      return { context: { socialProviders } };
    },
  };
}

/**
 * OpenID Connect. better-auth discovers a provider's endpoints once at startup and disables it permanently if
 * that fails. Here, discovery runs at the first sign-in and is retried until it succeeds.
 *
 * Sources: OpenID Connect Core 1.0 and Discovery 1.0, RFC 6749, RFC 7636 (PKCE).
 */
export type AuthContext = Parameters<NonNullable<BetterAuthPlugin['init']>>[0];
export type IdentityProvider = AuthContext['socialProviders'][number];

type Client = NonNullable<Providers['oidc']>;
type Claims = { sub?: unknown };

/** Client authentication methods. Every provider must support the first (RFC 6749 2.3.1); some require the second. */
const clientAuthMethods = ['client_secret_basic', 'client_secret_post'] as const;

const withoutSlash = (address: string) => address.replace(/\/$/, '');

async function discover(
  { id, name, issuer, clientId, clientSecret }: Client,
  context: AuthContext,
  outbound: Outbound,
): Promise<IdentityProvider[]> {
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const discoveryUrl = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  // The library doesn't tell what it finds there.
  const read = async () => (await fetch(discoveryUrl)).json();
  const found = await read().catch((cause) => {
    throw new OutboundUnavailable('discovery failed', { cause });
  });
  if (withoutSlash(found.issuer ?? '') !== withoutSlash(issuer)) {
    throw new Error(`The provider's issuer is ${found.issuer}: set OIDC_ISSUER to the same.`);
  }
  const config = {
    providerId: id,
    name,
    clientId,
    clientSecret,
    discoveryUrl,
    requireIdTokenVerification: true,
    scopes: ['openid', 'email', 'profile'],
    // Some providers send the strings "true" and "false".
    mapProfileToUser: ({ email_verified: verified }: Record<string, unknown>) => ({
      emailVerified: verified === true || verified === 'true',
    }),
  };
  const providers = await Promise.all(
    clientAuthMethods.map(async (method) => {
      const plugin = genericOAuth({ config: [{ ...config, tokenEndpointAuth: { method } }] });
      const ready = await plugin.init({ ...context, socialProviders: [] });
      const [provider] = ready.context.socialProviders;
      if (!provider) throw new OutboundUnavailable('discovery named no keys');
      return provider as IdentityProvider;
    }),
  );
  outbound.allow([found.token_endpoint, found.userinfo_endpoint, found.jwks_uri]);
  return providers;
}

/** Decodes an ID token whose signature is already verified. */
function claimsOf(idToken: string): Claims {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
}

export function openIdConnect(
  client: Client,
  { context, log, outbound }: { context: AuthContext; log: Log; outbound: Outbound },
): IdentityProvider {
  const load = loadOnce(() => discover(client, context, outbound));
  let found: IdentityProvider[] | undefined;

  /** @throws {APIError} SERVICE_UNAVAILABLE while the provider doesn't respond */
  async function find(): Promise<IdentityProvider[]> {
    if (found) return found;
    try {
      found = await outbound(client.id, load);
      return found;
    } catch (error) {
      log.warn({ provider: client.id, reason: (error as Error).message }, 'provider.away');
      throw refusal(503, 'SERVICE_UNAVAILABLE');
    }
  }

  const first = async () => (await find())[0] as IdentityProvider;

  return {
    id: client.id,
    name: client.name,
    get issuer() {
      return found?.[0]?.issuer;
    },
    requiresIdTokenNonce: true,
    // A subject is only unique within its issuer (OpenID Connect Core 1.0, 2).
    accountSubject: ({ profile }) => `${found?.[0]?.issuer} ${(profile as Claims).sub}`,
    createAuthorizationURL: async (data) => (await first()).createAuthorizationURL(data),
    async validateAuthorizationCode(data) {
      const [withHeader, withBody] = (await find()) as [IdentityProvider, IdentityProvider];
      try {
        return await withHeader.validateAuthorizationCode(data);
      } catch (error) {
        if ((error as { error?: string }).error !== 'invalid_client') throw error;
        return withBody.validateAuthorizationCode(data);
      }
    },
    async getUserInfo(tokens) {
      // Only the signed token ties the response to this sign-in.
      if (!tokens.idToken) return null;
      const info = await (await first()).getUserInfo(tokens);
      // Claims of another subject must not be used (OpenID Connect Core 1.0, 5.3.2).
      return info && (info.data as Claims).sub === claimsOf(tokens.idToken).sub ? info : null;
    },
  };
}

/** Where a sign-in that a provider or the server refused ends. */
export const loginErrorPath = '/login/error';
