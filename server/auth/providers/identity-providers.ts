/**
 * Sign-in with identity providers. Users are identified by email address, so the provider must have
 * verified it. Otherwise anyone could take control of an account (OWASP ASVS 5.0 6.8).
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Log } from '#server/log/log.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { email as emailRule, name as nameRule } from '#shared/rules/account.ts';
import { type IdentityProvider, openIdConnect } from './open-id-connect.ts';

function refusal(code: string): APIError {
  return new APIError('FORBIDDEN', { code });
}

const asserted = new WeakMap<RequestContext, string>();

/** Address that a provider asserted to the request. */
export function assertedAddress(): string | undefined {
  const request = currentRequest();
  return request && asserted.get(request);
}

function requireVerifiedEmail(
  provider: IdentityProvider,
  { signUpEnabled }: Settings,
  outbound: Outbound,
): IdentityProvider {
  return {
    ...provider,
    get issuer() {
      return provider.issuer;
    },
    options: { disableSignUp: !signUpEnabled },
    validateAuthorizationCode: (data) =>
      outbound(provider.id, () => provider.validateAuthorizationCode(data)),
    async getUserInfo(tokens) {
      const info = await outbound(provider.id, () => provider.getUserInfo(tokens)).catch(
        () => null,
      );
      if (!info?.user.email) return info;
      const email = emailRule.safeParse(info.user.email);
      if (!email.success) throw refusal('INVALID_EMAIL');
      if (info.user.emailVerified !== true) throw refusal('EMAIL_NOT_VERIFIED');
      const request = currentRequest();
      if (request) asserted.set(request, email.data);
      // Users with an invalid name are asked for one.
      const name = nameRule.safeParse(info.user.name).data ?? '';
      const { image } = info.user;
      const user = { email: email.data, emailVerified: true, name, ...(image && { image }) };
      return { data: info.data, user };
    },
  };
}

const loadGithub = async () => (await import('better-auth/social-providers')).github;

export function identityProviders(
  settings: Settings,
  log: Log,
  outbound: Outbound,
): BetterAuthPlugin {
  return {
    id: 'identity-providers',
    async init(context) {
      const { github, oidc } = settings.providers;
      if (github) outbound.allow(['https://github.com', 'https://api.github.com']);
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
