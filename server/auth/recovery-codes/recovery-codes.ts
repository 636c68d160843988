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
  { database, hmac }: Pick<RecoveryCodesDeps, 'database' | 'hmac'>,
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
 * Whether `entered` is one of the user's codes, which is then used up and recorded. One of several concurrent requests
 * with the same code wins. The caller limits attempts.
 */
export async function spendRecoveryCode(
  deps: RecoveryCodesDeps,
  userId: string,
  entered: string,
): Promise<boolean> {
  const { database, hmac } = deps;
  const code = readRecoveryCode(entered);
  if (!code) return false;
  const accepted = hmac.accepted(purpose, code);
  const [spent] = await database.$queryRaw<{ left: number }[]>`
    UPDATE "recovery_codes" SET "hashes" = ARRAY(
      SELECT "hash" FROM unnest("hashes") AS "hash" WHERE "hash" <> ALL (${accepted})
    )
    WHERE "userId" = ${userId} AND "hashes" && ${accepted}
    RETURNING cardinality("hashes") AS "left"`;
  if (!spent) return false;
  await recordEvent(database, { userId, kind: 'recovery_code_used' });
  const owner = await database.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, language: true },
  });
  if (owner) await sendRecoveryCodesNotice(deps, owner, { kind: 'used', left: spent.left });
  return true;
}
