/** Codes that replace a lost passkey once each. A user's codes are one row, so all of them change together. */
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { limits } from '#shared/limits.ts';
import { newRecoveryCode, readRecoveryCode } from './format.ts';
import { sendRecoveryCodesNotice } from './recovery-code-notices.ts';

type RecoveryCodesDeps = { database: Database; hmac: Hmac; mailer: Mailer };

const purpose = 'recovery code';
const userPurpose = 'user with recovery codes';

/** Replaces all codes of the user. Returns the new ones, which aren't stored. */
export async function replaceRecoveryCodes(
  { database, hmac }: { database: Pick<Database, 'recoveryCodes'>; hmac: Hmac },
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
  const hashes = codes.map((code) => hmac(purpose, readRecoveryCode(code) ?? code));
  const set = { hashes, userIdHash: hmac(userPurpose, userId), createdAt: new Date() };
  await database.recoveryCodes.upsert({
    where: { userId },
    create: { userId, ...set },
    update: set,
    select: { userId: true },
  });
  return codes;
}

/** The user's codes. Null if there are none, or their secret is no longer accepted. */
export async function findRecoveryCodes(
  { database, hmac }: Pick<RecoveryCodesDeps, 'database' | 'hmac'>,
  userId: string,
): Promise<{ left: number; createdAt: Date } | null> {
  const found = await database.recoveryCodes.findUnique({ where: { userId } });
  if (!found || !hmac.accepted(userPurpose, userId).includes(found.userIdHash)) return null;
  return { left: found.hashes.length, createdAt: found.createdAt };
}

/**
 * If `entered` is one of the user's codes, uses it up and records it. Returns how many are left, or undefined. One of
 * several concurrent requests with the same code wins. The caller limits attempts, and notifies the owner.
 */
export async function spendRecoveryCode(
  { database, hmac }: { database: Pick<Database, '$queryRaw' | 'auditEvent'>; hmac: Hmac },
  userId: string,
  entered: string,
): Promise<number | undefined> {
  const code = readRecoveryCode(entered);
  if (!code) return undefined;
  const accepted = hmac.accepted(purpose, code);
  const [spent] = await database.$queryRaw<{ left: number }[]>`
    UPDATE "recovery_codes" SET "hashes" = ARRAY(
      SELECT "hash" FROM unnest("hashes") AS "hash" WHERE "hash" <> ALL (${accepted})
    )
    WHERE "userId" = ${userId} AND "hashes" && ${accepted}
    RETURNING cardinality("hashes") AS "left"`;
  if (spent) await recordEvent(database, { userId, kind: 'recovery_code_used' });
  return spent?.left;
}

/** Tells the owner that a code was used. */
export async function announceSpentCode(
  deps: RecoveryCodesDeps,
  userId: string,
  left: number,
): Promise<void> {
  const owner = await deps.database.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, language: true },
  });
  if (owner) await sendRecoveryCodesNotice(deps, owner, { kind: 'used', left });
}
