import { runActions } from '#server/auth/actions.ts';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import { mayChangeSignIn } from '#server/features/passkey/passkey-policy.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { viewerPayload } from '#server/graphql/building/selection.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireViewer, signInRequired } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
import {
  findRecoveryCodes,
  replaceRecoveryCodes,
  sendRecoveryCodesNotice,
} from './recovery-codes.ts';

const RecoveryCodes = builder
  .objectRef<{ left: number; createdAt: Date }>('RecoveryCodes')
  .implement({
    description: 'Recovery codes of the viewer. Each replaces a passkey once.',
    fields: (t) => ({
      left: t.exposeInt('left', {
        description: `Codes that were not used yet. At most ${limits.recoveryCodes}.`,
      }),
      createdAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'When the codes were created.',
      }),
    }),
  });

builder.objectFields('Viewer', (t) => ({
  recoveryCodes: t.field({
    type: RecoveryCodes,
    nullable: true,
    description:
      'Recovery codes of the viewer. Null if none were created. ACCESS_TOKEN_REFUSED with an access token.',
    authScopes: { bySession: true },
    resolve: ({ user }, _args, context) => findRecoveryCodes(context, user.id),
  }),
}));

defineMutation('createRecoveryCodes', {
  description: `Creates ${limits.recoveryCodes} recovery codes of the viewer and notifies them by email. Codes that were created before no longer work. Refused while impersonating.`,
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['recovery_codes_created'],
  errors: ['RECOVERY_CODES_NEED_PASSKEY'],
  fresh: {},
  resolve: async (_input, context) => {
    const { user, session } = requireViewer(context);
    const isAllowed = session && (await mayChangeSignIn(context, user, session));
    if (!isAllowed) throw userError('SESSION_NOT_FRESH');
    let codes: string[] = [];
    await runActions(context, async (transaction) => {
      const isOpen = await isStillOpen(transaction, { id: session.id, userId: user.id });
      if (!isOpen) throw signInRequired();
      // An intruder's codes would outlive the passkey that the owner adds later.
      if ((await transaction.passkey.count({ where: { userId: user.id } })) === 0) {
        throw userError('RECOVERY_CODES_NEED_PASSKEY');
      }
      const deps = { database: transaction, hmac: context.hmac };
      codes = await replaceRecoveryCodes(deps, user.id);
      return [{ userId: user.id, kind: 'recovery_codes_created' }];
    });
    await sendRecoveryCodesNotice(context, user, { kind: 'created' });
    return { codes };
  },
  payload: (t) => ({
    codes: t.stringList({
      nullable: true,
      description:
        'The codes: 12 capital letters and digits each, in groups of 4. They are shown once. Null if the request was refused.',
      resolve: (result) => result.codes,
    }),
    ...viewerPayload<{ codes: string[] }>('The viewer. Null if the request was refused.')(t),
  }),
});
