/** A user's change of their own address, with what protects its owner. */
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { ViewerCall } from '#server/auth/endpoint.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { createStoredLimits } from '#server/auth/limits/stored-limits.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { limits } from '#shared/limits.ts';
import { type EmailChange, emailChangeName, hashesOf } from './codes.ts';

type Denial = readonly [status: number, code: string];

/** Uses up the code, or counts a wrong one. Other requests with the code wait until the end of `transaction`. */
async function findWrongCode(
  transaction: Prisma.TransactionClient,
  hmac: Hmac,
  identifier: string,
  code: string,
): Promise<Denial | undefined> {
  const [stored] = await transaction.$queryRaw<{ value: string; expired: boolean }[]>`
    SELECT "value", "expiresAt" < now() AS "expired" FROM "verification"
    WHERE "identifier" = ${identifier} FOR UPDATE`;
  if (!stored) return [400, 'INVALID_OTP'];
  const [hash = '', tries] = stored.value.split(':');
  const hasTries = Number(tries) < limits.codeAttempts;
  const where = { identifier };
  if (!stored.expired && hasTries && !hashesOf(hmac, code).includes(hash)) {
    const data = { value: `${hash}:${Number(tries) + 1}` };
    await transaction.verification.update({ where, data });
    return [400, 'INVALID_OTP'];
  }
  await transaction.verification.delete({ where });
  if (stored.expired) return [400, 'OTP_EXPIRED'];
  return hasTries ? undefined : [403, 'TOO_MANY_ATTEMPTS'];
}

/**
 * Changes the address, ends the other sessions, records the change and notifies the former address, all or nothing. Returns why
 * the address stays, if it does. The session may have ended in between, such as by a manager's change of the address.
 */
export function changeAddress(
  { database, hmac, mailer, formerAdmins, viewer }: ViewerCall,
  newEmail: string,
  code: string,
): Promise<Denial | undefined> {
  const { id: userId, email: former } = viewer.user;
  const change: EmailChange = { userId, email: former, newEmail };
  return database.$transaction(async (transaction): Promise<Denial | undefined> => {
    if (!(await isStillOpen(transaction, viewer.session))) return [401, 'UNAUTHENTICATED'];
    const wrong = await findWrongCode(transaction, hmac, emailChangeName(change), code);
    if (wrong) return wrong;
    if (await transaction.user.findUnique({ where: { email: newEmail }, select: { id: true } }))
      return [400, 'EMAIL_ALREADY_USED'];
    // Counted in the transaction, so a change that fails isn't.
    const { wait } = await createStoredLimits(transaction, hmac).take(['email-changes', userId]);
    if (wait) return [400, 'EMAIL_CHANGE_LIMIT_REACHED'];
    const { language } = await transaction.user.update({
      where: { id: userId },
      data: { email: newEmail, emailVerified: true },
      select: { language: true },
    });
    await endSessions(transaction, [userId], { except: viewer.session.id });
    await formerAdmins.add(former, transaction);
    await transaction.formerAddress.create({ data: { userId, email: former } });
    await recordEvent(transaction, { userId, kind: 'email_changed', detail: former });
    const securePath = secureAccountLink(hmac, { id: userId, email: former });
    await mailer.sendEmailChanged(
      { email: former, language },
      { email: newEmail, securePath },
      transaction,
    );
    return undefined;
  });
}
