/** A user's change of their own address: the code for the new one, and the change with what protects its owner. */
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { FormerAdmins } from '#server/auth/former-addresses.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import { createStoredLimits } from '#server/auth/limits/stored-limits.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { type Database, violatedConstraint } from '#server/database/client.ts';
import { constraintErrors } from '#server/database/tables.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { limits } from '#shared/limits.ts';
import { type EmailChange, emailChangeName, hashesOf } from './stored-codes.ts';

type EmailChangeDeps = {
  database: Database;
  hmac: Hmac;
  mailer: Mailer;
  formerAdmins: FormerAdmins;
};

type Denial = readonly [status: number, code: string];

type Proof = { code: string; sessionId: string };

export function createEmailChange({ database, hmac, mailer, formerAdmins }: EmailChangeDeps) {
  /** Uses up the code, or counts a wrong one. Other requests with the code wait until the end of `transaction`. */
  async function findWrongCode(
    transaction: Prisma.TransactionClient,
    change: EmailChange,
    code: string,
  ): Promise<Denial | undefined> {
    const identifier = emailChangeName(change);
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
   * Changes the address, ends the other sessions, records the change and notifies the former address, all or nothing.
   * Refused if the session ended in the meantime, such as by a manager's change of the address.
   */
  const changeInTransaction = (change: EmailChange, { code, sessionId }: Proof) =>
    database.$transaction(async (transaction): Promise<Denial | undefined> => {
      const { userId, email: former, newEmail } = change;
      if (!(await isStillOpen(transaction, { id: sessionId, userId })))
        return [401, 'UNAUTHENTICATED'];
      const wrong = await findWrongCode(transaction, change, code);
      if (wrong) return wrong;
      if (await transaction.user.findUnique({ where: { email: newEmail }, select: { id: true } }))
        return [400, 'EMAIL_ALREADY_USED'];
      // Counted in the transaction, so a change that fails isn't.
      const limit = createStoredLimits(transaction, hmac);
      const { wait } = await limit.take(['email-changes', userId]);
      if (wait) return [400, 'EMAIL_CHANGE_LIMIT_REACHED'];
      const { language } = await transaction.user.update({
        where: { id: userId },
        data: { email: newEmail, emailVerified: true },
        select: { language: true },
      });
      await endSessions(transaction, [userId], { except: sessionId });
      await formerAdmins.add(former, transaction);
      await transaction.formerAddress.create({ data: { userId, email: former } });
      await recordEvent(transaction, { userId, kind: 'email_changed', detail: former });
      const securePath = secureAccountLink(hmac, { id: userId, email: former });
      const about = { email: newEmail, securePath };
      await mailer.sendEmailChanged({ email: former, language }, about, transaction);
      return undefined;
    });

  /** Returns why the address stays, if it does. */
  return async function changeAddress(
    change: EmailChange,
    proof: Proof,
  ): Promise<Denial | undefined> {
    try {
      return await changeInTransaction(change, proof);
    } catch (error) {
      const code = constraintErrors[violatedConstraint(error) ?? '']?.code;
      if (code) return [400, code];
      throw error;
    }
  };
}

export type ChangeAddress = ReturnType<typeof createEmailChange>;
