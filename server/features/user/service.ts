import { type Action, runActions } from '#server/auth/actions.ts';
import { policies } from '#server/auth/limits/rules.ts';
import { createStoredLimits } from '#server/auth/limits/stored-limits.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { createServiceAccount, isNewAdmin, noteFormerAddress } from '#server/auth/users.ts';
import { personOf } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { forgetFormerAddresses } from '#server/features/secure-account/link.ts';
import { requireUnchanged, type Versioned } from '#server/graphql/building/changes.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import { type Context, senderName } from '#server/graphql/context.ts';
import { rateLimited, userError } from '#server/graphql/errors.ts';
import { exhausted } from '#server/http/headers.ts';
import { fallbackLanguage, isLanguage, type Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { changesOf, isUnused, requireCanChange, type UserChanges, usageColumns } from './policy.ts';

const columns = {
  id: true,
  email: true,
  name: true,
  role: true,
  language: true,
  isServiceAccount: true,
  updatedAt: true,
  ...usageColumns,
} as const;

/** @throws Prisma's P2025 if the user doesn't exist, which becomes NOT_FOUND */
export const requireUser = ({ database }: Context, id: string) =>
  database.user.findUniqueOrThrow({ where: { id }, select: columns });

export type FoundUser = { id: string; email: string; name: string };

/**
 * Runs `work` for users that still exist, and logs the actions that it returns. Locks them ordered by ID to avoid
 * deadlocks. Returns their IDs.
 */
export async function withLocked(
  context: Context,
  found: readonly { id: string }[],
  work: (transaction: Transaction, ids: string[]) => Promise<Action[]>,
): Promise<string[]> {
  let ids: string[] = [];
  await runActions(context, async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "user" WHERE "id" = ANY(${found.map(({ id }) => id)})
      ORDER BY "id" FOR UPDATE`;
    ids = rows.map(({ id }) => id);
    return ids.length > 0 ? work(transaction, ids) : [];
  });
  return ids;
}

type NewPerson = {
  email: string;
  name: string;
  role: string;
  language: Language | null | undefined;
};

export async function inviteUser(
  context: Context,
  record: NewRecord,
  { language, ...person }: NewPerson,
): Promise<void> {
  const { id } = record;
  const role = (await isNewAdmin(context, person.email)) ? 'admin' : person.role;
  await runActions(context, async (transaction) => {
    await reserve(transaction, record);
    await sendInvitation(context, transaction, { ...person, language, field: 'email' });
    const data = { id, ...person, role, language: language ?? fallbackLanguage };
    await transaction.user.create({ data, select: { id: true } });
    return [{ userId: id, kind: 'invited' }];
  });
}

export async function addServiceAccount(
  context: Context,
  record: NewRecord,
  account: { name: string; role: string },
): Promise<void> {
  await runActions(context, async (transaction) => {
    const id = await reserve(transaction, record);
    await createServiceAccount(transaction, { id, ...account });
    return [{ userId: id, kind: 'created' }];
  });
}

/** Changes what differs from the user. */
export async function changeUser(
  context: Context,
  id: string,
  { expectedUpdatedAt, ...fields }: Versioned & UserChanges,
): Promise<void> {
  // What the sender left unchanged stays as another manager has written it in the meantime.
  const wanted = changesOf(await requireUser(context, id), fields);
  const [found] = await withLocked(context, [{ id }], async (transaction) => {
    const user = await transaction.user.findUniqueOrThrow({ where: { id }, select: columns });
    requireUnchanged(user, { expectedUpdatedAt });
    const changes = changesOf(user, wanted);
    requireCanChange(context, user, changes);
    const actions = actionsOf(user, changes);
    const { email } = changes;
    if (email !== undefined) {
      await noteFormerAddress({ ...context, database: transaction }, user.email);
      // No one has used the account, so don't tell the owner of the former address whom it was meant for.
      if (isUnused(user)) {
        const { wait } = await takeTurn(context, transaction, id);
        if (wait > 0) throw tooManyInvitations(wait);
        await sendInvitation(context, transaction, { ...user, email, field: 'email' });
        actions.push({ userId: id, kind: 'invited' });
      } else if (user.emailVerified) {
        await context.mailer.sendEmailChanged(user, { email }, transaction);
      }
    }
    if (actions.length > 0) await write(transaction, id, changes);
    return actions;
  });
  if (!found) throw userError('NOT_FOUND', 'id');
}

/** A new address revokes all access gained through the old one. */
async function write(transaction: Transaction, id: string, changes: UserChanges): Promise<void> {
  const isMoved = changes.email !== undefined;
  const data = { ...changes, ...(isMoved && { emailVerified: false }) };
  await transaction.user.update({ where: { id }, data, select: { id: true } });
  if (!isMoved) return;
  const where = { userId: id };
  await transaction.account.deleteMany({ where });
  await transaction.passkey.deleteMany({ where });
  await transaction.recoveryCodes.deleteMany({ where });
  await endSessions(transaction, [id]);
  await forgetFormerAddresses(transaction, id);
}

/** An action for each change. The audit log gets the former name and address, and the new role. */
function actionsOf(user: FoundUser, changes: UserChanges): Action[] {
  return (Object.keys(changes) as (keyof UserChanges)[]).map((field) => ({
    userId: user.id,
    kind: `${field}_changed`,
    audited: { detail: field === 'role' ? changes.role : user[field] },
  }));
}

const { invitationsPerDay, repeatSeconds } = limits;

const takeTurn = ({ hmac }: Context, database: Transaction, userId: string) =>
  createStoredLimits(database, hmac).take(['user invitation', userId]);

function tooManyInvitations(wait: number) {
  const message = `An invitation can be sent again after ${repeatSeconds} seconds, ${invitationsPerDay} times within 24 hours.`;
  return rateLimited(message, exhausted(policies.userInvitations, wait), { retryAfter: wait });
}

type Invited = { email: string; language: string | null | undefined; field?: 'email' };

/** @throws {UserErrors} if the viewer has sent too many invitations, or the address has received too many emails */
async function sendInvitation(
  context: Context,
  transaction: Transaction,
  { email, field, language }: Invited,
): Promise<void> {
  const { mailer, viewer } = context;
  const cause = { person: viewer ? personOf(viewer) : '', transaction };
  const user = { email, language: isLanguage(language) ? language : context.language() };
  const isSent = await mailer.send('invitation', user, senderName(context), cause);
  if (!isSent) throw userError('EMAIL_LIMIT_REACHED', field);
}

/**
 * Sends the invitation of a user again. Does nothing if that happened moments ago.
 *
 * @throws RATE_LIMITED if they were invited too often today
 * @throws {UserErrors} as `sendInvitation`
 */
export async function resendInvitation(
  context: Context,
  user: { id: string; email: string; language: string | null },
): Promise<void> {
  await withLocked(context, [user], async (transaction) => {
    const { wait, level } = await takeTurn(context, transaction, user.id);
    if (wait > 0 && level < invitationsPerDay) return [];
    if (wait > 0) throw tooManyInvitations(wait);
    await sendInvitation(context, transaction, user);
    return [{ userId: user.id, kind: 'invited' }];
  });
}
