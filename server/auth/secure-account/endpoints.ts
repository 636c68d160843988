import { type AuthRequest, clientAddressOf, refuseTooMany } from '#server/auth/auth-request.ts';
import { entryPolicy } from '#server/auth/email-code/code-limit-rules.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { isSignedFor, readSecureAccountToken } from './link.ts';
import { secureUser } from './secure-user.ts';

type SecureAccountDeps = {
  database: Database;
  settings: Settings;
  hmac: Hmac;
  codeLimits: CodeLimits;
};

export function createSecureAccountEndpoints(deps: SecureAccountDeps) {
  const { database, hmac, codeLimits } = deps;

  /** Ends all sessions of the account that a security notice was about, and revokes its pending codes. */
  async function secureAccount(authRequest: AuthRequest): Promise<Response> {
    const wait = await codeLimits.countSecureAccount(clientAddressOf(authRequest));
    if (wait) return refuseTooMany(authRequest, wait, entryPolicy);
    const token = readSecureAccountToken((authRequest.body as { token: string }).token);
    const user =
      token &&
      (await database.user.findUnique({
        where: { id: token.userId },
        select: { id: true, email: true },
      }));
    const isSecured =
      user && isSignedFor(hmac, user, token) && (await secureUser(deps, user, token.issuedAt));
    return isSecured
      ? Response.json({ success: true })
      : authRequest.refuse(400, 'SECURE_ACCOUNT_LINK_INVALID');
  }

  return { secureAccount };
}

export type SecureAccountEndpoints = ReturnType<typeof createSecureAccountEndpoints>;
