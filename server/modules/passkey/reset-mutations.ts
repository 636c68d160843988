import { runRecorded } from '#server/auth/actions.ts';
import { resetPasskeys } from '#server/auth/managed-users.ts';
import { sendPasskeyResetNotice } from '#server/auth/passkeys/passkey-notices.ts';
import { resetDueDate } from '#server/auth/passkeys/passkey-policy.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { userError } from '#server/graphql/errors.ts';
import { canResetPasskeys } from './policy.ts';

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
