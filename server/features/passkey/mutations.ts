import { runActions } from '#server/auth/actions.ts';
import { resetPasskeys } from '#server/auth/users.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
import { passkeyRules } from '#shared/rules/passkey.ts';
import { mayChangeSignIn, resetDueDate, sendPasskeyNotice } from './passkey-policy.ts';
import { endPendingSignIns } from './pending-sign-in.ts';
import { canResetPasskeys } from './schema.ts';

const ownAccount = { can: 'account:update', notImpersonating: true, bySession: true } as const;

/** @throws Prisma's P2025 if the viewer has no such passkey */
const requirePasskey = (context: Context, id: string) =>
  context.database.passkey.findUniqueOrThrow({
    where: { id, AND: visibleWhere('Passkey', context) },
    select: { id: true, userId: true, name: true },
  });

defineChange('renamePasskey', {
  changes: 'Passkey',
  description:
    'Renames a passkey of the viewer. NOT_FOUND for a passkey of another user. Refused while impersonating.',
  authScopes: ownAccount,
  audit: ['passkey_renamed'],
  errors: nameErrors,
  input: (t) => ({
    name: t.string({
      required: true,
      description: `New name. 1 to ${limits.passkeyNameMax} characters.`,
    }),
  }),
  resolve: async ({ id, ...input }, context) => {
    const { name } = valid(passkeyRules, input);
    const { userId, name: before } = await requirePasskey(context, id);
    await runActions(context, async ({ passkey }) => {
      await passkey.update({ where: { id, userId }, data: { name }, select: { id: true } });
      if (name === before) return [];
      return [{ userId, kind: 'passkey_renamed', audited: { detail: before } }];
    });
  },
  returns: 'The renamed passkey.',
});

defineChange('removePasskey', {
  changes: 'Passkey',
  description:
    'Removes a passkey of the viewer: it no longer signs them in. Sessions stay, including those it opened. NOT_FOUND for a passkey of another user. Refused while impersonating.',
  authScopes: ownAccount,
  audit: ['passkey_removed'],
  fresh: {},
  resolve: async ({ id }, context) => {
    const { user, session } = requireViewer(context);
    const { userId, name } = await requirePasskey(context, id);
    const isAllowed = session && (await mayChangeSignIn(context, user, session));
    if (!isAllowed) throw userError('SESSION_NOT_FRESH');
    const removed = await runActions(context, async (transaction) => {
      const { count } = await transaction.passkey.deleteMany({ where: { id, userId } });
      await endPendingSignIns(transaction, [userId]);
      return count > 0 ? [{ userId, kind: 'passkey_removed', audited: { detail: name } }] : [];
    });
    if (removed.length > 0) await sendPasskeyNotice(context, user, { kind: 'removed', name });
  },
  returns: { removedPasskeyId: 'ID of the removed passkey. Null if none was removed.' },
});

defineChange('resetPasskeys', {
  changes: 'User',
  description:
    'Removes all passkeys and recovery codes of a user who lost them, ends their sessions, and notifies them by email. They have at least a day to add a new passkey. Until then, they sign in with a code or an identity provider. NOT_FOUND if the user has no passkey.',
  authScopes: { can: 'passkey:reset', notImpersonating: true, bySession: true },
  audit: ['passkeys_reset'],
  errors: ['YOU_CANNOT_RESET_YOUR_PASSKEYS'],
  fresh: {},
  resolve: async ({ id }, context) => {
    const { database, mailer, settings } = context;
    if (!canResetPasskeys(context, id)) throw userError('YOU_CANNOT_RESET_YOUR_PASSKEYS');
    const user = await database.user.findFirstOrThrow({
      where: { id, passkeys: { some: {} } },
      select: { email: true, language: true, role: true },
    });
    await runActions(context, async (transaction) => {
      const isReset = await resetPasskeys(transaction, id, resetDueDate(settings, user));
      if (!isReset) throw userError('NOT_FOUND', 'id');
      return [{ userId: id, kind: 'passkeys_reset' }];
    });
    await mailer.send('passkeysReset', user, undefined);
  },
  returns: 'The user.',
});
