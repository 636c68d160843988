import { runRecorded } from '#server/auth/actions.ts';
import { resetPasskeys } from '#server/auth/managed-users.ts';
import {
  sendPasskeyNotice,
  sendPasskeyResetNotice,
} from '#server/auth/passkeys/passkey-notices.ts';
import { mayChangeSignIn, resetDueDate } from '#server/auth/passkeys/passkey-policy.ts';
import { endPendingSignIns } from '#server/auth/passkeys/pending-sign-in.ts';
import { defineMutation, type PayloadFields, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { passkeyRules } from '#shared/rules/passkey.ts';
import { canResetPasskeys, Passkey } from './schema.ts';

const ownAccount = { can: 'account:update', notImpersonating: true, bySession: true } as const;

/** @throws Prisma's P2025 if the viewer has no such passkey */
const requirePasskey = (context: Context, id: string) =>
  context.database.passkey.findUniqueOrThrow({
    where: { id, AND: visibleWhere('Passkey', context) },
    select: { id: true, userId: true, name: true },
  });

defineMutation('renamePasskey', {
  description:
    'Renames a passkey of the viewer. NOT_FOUND for a passkey of another user. Refused while impersonating.',
  authScopes: ownAccount,
  audit: ['passkey_renamed'],
  target: { field: 'id', model: 'Passkey' },
  errors: ['NAME_REQUIRED', 'NAME_INVALID', 'NAME_TOO_LONG'],
  input: {
    description: 'The passkey to rename, and its new name.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the passkey.' }),
      name: t.string({
        required: true,
        description: `New name. 1 to ${limits.passkeyNameMax} characters.`,
      }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => {
    const { name } = valid(passkeyRules, input);
    const { userId, name: before } = await requirePasskey(context, id);
    await runRecorded(context, async ({ passkey }) => {
      await passkey.update({ where: { id, userId }, data: { name }, select: { id: true } });
      if (name === before) return [];
      return [{ userId, kind: 'passkey_renamed', audited: { detail: before } }];
    });
    return { passkey: await recordResult('Passkey', id, { context, info }) };
  },
  payload: recordPayload('passkey', Passkey, 'The renamed passkey.'),
});

defineMutation('dismissPasskeyOffer', {
  description:
    'Dismisses the offer to add a passkey, which the viewer is shown after signing in with a code, in all browsers. Refused while impersonating.',
  authScopes: ownAccount,
  audit: [],
  resolve: async (_input, { database, viewer }) => {
    if (viewer) {
      const { id } = viewer.user;
      const data = { passkeyOfferDismissedAt: new Date() };
      await database.user.update({ where: { id }, data, select: { id: true } });
    }
    return { viewer };
  },
  payload: (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      description: 'The viewer. Null if the request was refused.',
      resolve: ({ viewer }) => viewer,
    }),
  }),
});

const removedPasskey: PayloadFields<{ removedPasskeyId: string }> = (t) => ({
  removedPasskeyId: t.id({
    nullable: true,
    description: 'ID of the removed passkey. Null if none was removed.',
    resolve: (result) => result.removedPasskeyId,
  }),
});

defineMutation('removePasskey', {
  description:
    'Removes a passkey of the viewer: it no longer signs them in. Sessions stay, including those it opened. NOT_FOUND for a passkey of another user. Refused while impersonating.',
  authScopes: ownAccount,
  audit: ['passkey_removed'],
  fresh: {},
  target: { field: 'id', model: 'Passkey' },
  input: {
    description: 'The passkey to remove.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the passkey.' }) }),
  },
  resolve: async ({ id }, context) => {
    const { viewer } = context;
    const { userId, name } = await requirePasskey(context, id);
    const isAllowed =
      viewer?.session && (await mayChangeSignIn(context, viewer.user, viewer.session));
    if (!isAllowed) throw userError('SESSION_NOT_FRESH');
    const removed = await runRecorded(context, async (transaction) => {
      const { count } = await transaction.passkey.deleteMany({ where: { id, userId } });
      await endPendingSignIns(transaction, [userId]);
      return count > 0 ? [{ userId, kind: 'passkey_removed', audited: { detail: name } }] : [];
    });
    if (removed.length > 0)
      await sendPasskeyNotice(context, viewer.user, { kind: 'removed', name });
    return { removedPasskeyId: id };
  },
  payload: removedPasskey,
});

defineMutation('resetPasskeys', {
  description:
    'Removes all passkeys and recovery codes of a user who lost them, ends their sessions, and notifies them by email. They have at least a day to add a new passkey. Until then, they sign in with a code or an identity provider. NOT_FOUND if the user has no passkey.',
  authScopes: { can: 'passkey:reset', notImpersonating: true, bySession: true },
  audit: ['passkeys_reset'],
  target: { field: 'id', model: 'User' },
  errors: ['YOU_CANNOT_RESET_YOUR_PASSKEYS'],
  fresh: {},
  input: {
    description: 'The user who lost their passkeys.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context) => {
    const { database, mailer, settings } = context;
    if (!canResetPasskeys(context, id)) throw userError('YOU_CANNOT_RESET_YOUR_PASSKEYS');
    const user = await database.user.findFirstOrThrow({
      where: { id, passkeys: { some: {} } },
      select: { email: true, language: true, role: true },
    });
    await runRecorded(context, async (transaction) => {
      const isReset = await resetPasskeys(transaction, id, resetDueDate(settings, user));
      if (!isReset) throw userError('NOT_FOUND', 'id');
      return [{ userId: id, kind: 'passkeys_reset' }];
    });
    await sendPasskeyResetNotice(mailer, user);
    return { userId: id };
  },
  payload: (t) => ({
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'The user. Null if the input was refused.',
      resolve: (query, { userId }, _args, { database }) =>
        userId ? database.user.findUniqueOrThrow({ ...query, where: { id: userId } }) : null,
    }),
  }),
});
