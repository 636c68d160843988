import { type AuthRequest, clientAddressOf, refuseTooMany } from '#server/auth/auth-request.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import { findFormerAddresses } from '#server/auth/former-addresses.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { policies } from '#server/auth/limits/rules.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { isSignedFor, readSecureAccountToken, type SecureAccountToken } from './link.ts';
import { secureUser } from './secure-user.ts';

type SecureAccountDeps = {
  database: Database;
  settings: Settings;
  hmac: Hmac;
  codeLimits: CodeLimits;
};

export function createSecureAccountEndpoints(deps: SecureAccountDeps) {
  const { database, hmac, codeLimits } = deps;

  /** The account, with the address that the link was sent to. It may be a former one. */
  async function findOwner(token: SecureAccountToken) {
    const id = token.userId;
    const user = await database.user.findUnique({ where: { id }, select: { email: true } });
    const addresses = user ? [user.email, ...(await findFormerAddresses(database, id))] : [];
    return addresses
      .map((email) => ({ id, email }))
      .find((account) => isSignedFor(hmac, account, token));
  }

  /** Ends all sessions of the account that a security notice was about, and revokes its pending codes. */
  async function secureAccount(authRequest: AuthRequest): Promise<Response> {
    const wait = await codeLimits.countSecureAccount(clientAddressOf(authRequest));
    if (wait) return refuseTooMany(authRequest, wait, policies.codeEntries);
    const token = readSecureAccountToken((authRequest.body as { token: string }).token);
    const owner = token && (await findOwner(token));
    const secured = owner && (await secureUser(deps, owner, token.issuedAt));
    return secured
      ? Response.json({ success: true, ...secured })
      : authRequest.refuse(400, 'SECURE_ACCOUNT_LINK_INVALID');
  }

  return { secureAccount };
}

export type SecureAccountEndpoints = ReturnType<typeof createSecureAccountEndpoints>;
