import { revokeNewTokens } from '#server/auth/access-tokens/secured-tokens.ts';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import {
  findWhatStays,
  takeBackRoles,
  undoInOrganizations,
} from '#server/auth/audit-log/secured-organizations.ts';
import type { CodeLimits } from '#server/auth/email-code/code-limits.ts';
import { emailChangesOf } from '#server/auth/email-code/stored-codes.ts';
import { type AuthRequest, clientAddressOf, refuseTooMany } from '#server/auth/endpoint.ts';
import {
  findDeparture,
  findFormerAddresses,
  forgetFormerAddresses,
} from '#server/auth/former-addresses.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { removeNewPasskeys } from '#server/auth/passkeys/passkey-policy.ts';
import { unlinkNewProviders } from '#server/auth/providers/provider-hooks.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import {
  isSignedFor,
  lifetimeMs,
  readSecureAccountToken,
  type SecureAccountToken,
} from './link.ts';

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

type SecureUserDeps = { database: Database; settings: Settings };

/**
 * Ends all sessions of a user and revokes pending codes, unless they have done so since `issuedAt`, in ms. Gives back
 * `email` if it is a former address, and undoes what gave others access. Returns what stays, if the link is valid.
 */
export function secureUser(
  { database, settings }: SecureUserDeps,
  { id, email }: { id: string; email: string },
  issuedAt: number,
) {
  return database.$transaction(async (transaction) => {
    // Passkeys that are being added wait, and are refused afterwards.
    const [user] = await transaction.$queryRaw<{ email: string }[]>`
      SELECT "email" FROM "user" WHERE "id" = ${id} FOR UPDATE`;
    const leftAt = await findDeparture(transaction, id, email);
    const isFormer = user?.email !== email;
    if (!user || (isFormer && !leftAt)) return undefined;
    const before = [{ securedAt: null }, { securedAt: { lt: new Date(issuedAt) } }];
    // A thief with the present address can't make the links of the former one invalid.
    const between = leftAt ? [{ securedAt: { gt: leftAt } }] : [];
    const { count } = await transaction.user.updateMany({
      where: { id, OR: [...before, ...between] },
      data: { securedAt: new Date(), ...(isFormer && { email, emailVerified: true }) },
    });
    if (count === 0) return undefined;
    if (leftAt) await forgetFormerAddresses(transaction, id, leftAt);
    if (isFormer) {
      await recordEvent(transaction, { userId: id, kind: 'email_changed', detail: user.email });
    }
    await endSessions(transaction, [id]);
    await transaction.$executeRaw`
      DELETE FROM "verification" WHERE starts_with("identifier", ${emailChangesOf(id)})`;
    // Emails announced what was added earlier, with links that have expired.
    const since = new Date(issuedAt - lifetimeMs);
    // Before anything is undone, which is recorded, too.
    const secured = { stays: await findWhatStays(transaction, id, since) };
    await removeNewPasskeys(transaction, settings, id, since);
    await unlinkNewProviders(transaction, id, since);
    await revokeNewTokens(transaction, id, since);
    await takeBackRoles(transaction, id, since);
    await undoInOrganizations(transaction, id, since);
    await recordEvent(transaction, { userId: id, kind: 'account_secured' });
    return secured;
  });
}
