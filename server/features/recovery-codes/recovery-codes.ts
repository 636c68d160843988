/** Codes that replace a lost passkey once each. A user's codes are one row, so all of them change together. */

import { randomInt } from 'node:crypto';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import type { Addressee, Mailer } from '#server/mail/mailer.ts';
import type { RecoveryCodesEvent } from '#server/mail/templates.ts';
import { limits } from '#shared/limits.ts';

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
  { database, hmac }: { database: Database; hmac: Hmac },
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

/** Capital letters and digits that don't look alike in print. A code has 12 of them in groups of 4, 54 bits in all. */
const characters = '3479ACDEFGHJKMNPQRTVWXY';
const groupLength = 4;
const groups = 3;

const pattern = new RegExp(`^[${characters}]{${groups * groupLength}}$`);

const newGroup = () =>
  Array.from({ length: groupLength }, () => characters[randomInt(characters.length)]).join('');

export const newRecoveryCode = () => Array.from({ length: groups }, newGroup).join('-');

/** Returns the code without separators in capitals, or null for what can't be one. */
export function readRecoveryCode(entered: string): string | null {
  if (entered.length > limits.recoveryCodeMax) return null;
  const code = entered.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return pattern.test(code) ? code : null;
}

/** Notifies the owner of recovery codes, with a link for the case that it wasn't them. */
export async function sendRecoveryCodesNotice(
  { mailer, hmac }: { mailer: Mailer; hmac: Hmac },
  owner: Addressee & { id: string },
  event: RecoveryCodesEvent,
): Promise<void> {
  const securePath = secureAccountLink(hmac, owner);
  await mailer.send('recoveryCodes', owner, { ...event, securePath });
}
