/**
 * The ways in besides a code. A person is known by their address, so a provider counts only where it has
 * made sure of the address: otherwise anybody could become somebody else, or an admin, by telling a
 * provider that they were. Whoever a provider vouches for is let in as if by a code, and becomes the
 * person of that address if there is one.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { github } from 'better-auth/social-providers';
import type { Log } from '#server/log/log.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { email as emailRule, name as nameRule } from '#shared/rules/account.ts';
import { type IdentityProvider, openIdConnect } from './open-id-connect.ts';

function refusal(code: string): APIError {
  return new APIError('FORBIDDEN', { code });
}

/** The provider, believed only where it has made sure of the address. */
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
    /** @throws {APIError} if the address is none, or not to be believed */
    async getUserInfo(tokens) {
      const info = await outbound(provider.id, () => provider.getUserInfo(tokens)).catch(
        () => null,
      );
      if (!info?.user.email) return info;
      const email = emailRule.safeParse(info.user.email);
      if (!email.success) throw refusal('INVALID_EMAIL');
      if (info.user.emailVerified !== true) throw refusal('EMAIL_NOT_VERIFIED');
      // A name may be anything; whoever has none that will do is asked for it.
      const name = nameRule.safeParse(info.user.name).data ?? '';
      return { data: info.data, user: { email: email.data, emailVerified: true, name } };
    },
  };
}

/** The plugin that lets people in by the providers of the settings. */
export function identityProviders(
  settings: Settings,
  log: Log,
  outbound: Outbound,
): BetterAuthPlugin {
  return {
    id: 'identity-providers',
    init(context) {
      const providers = [
        settings.github && github(settings.github),
        settings.oidc && openIdConnect(settings.oidc, { context, log, outbound }),
      ].filter((provider) => provider !== undefined) as IdentityProvider[];
      const socialProviders = providers.map((provider) =>
        requireVerifiedEmail(provider, settings, outbound),
      );
      return { context: { socialProviders } };
    },
  };
}

/** What a provider lets us do in the person's name is of no use to us, and so is not kept. */
export const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};
