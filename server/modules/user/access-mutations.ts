import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import { limits } from '#shared/limits.ts';
import { banRules } from '#shared/rules/user.ts';
import { banUsers, unbanUsers } from './bulk-service.ts';
import { refuseAccessTokenOf, requireCanBan } from './policy.ts';
import { User } from './schema.ts';
import { endSessions, requireUser } from './service.ts';

defineMutation('banUser', {
  deprecationReason: 'Use `banUsers`. Removed in 0.4.0.',
  description: 'Bans a user: ends all their sessions and refuses their sign-ins.',
  authScopes: { can: 'user:ban' },
  audit: ['banned'],
  target: { field: 'id', model: 'User' },
  errors: [
    'REASON_REQUIRED',
    'REASON_INVALID',
    'REASON_TOO_LONG',
    'END_NOT_IN_FUTURE',
    'YOU_CANNOT_BAN_YOURSELF',
    'LAST_ADMIN',
  ],
  input: {
    description: 'The user to ban, why, and until when.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the user.' }),
      banReason: t.string({
        required: true,
        description: `Reason, shown to users with \`user:get\`. 1 to ${limits.banReasonMax} characters.`,
      }),
      banEndsAt: t.field({
        type: 'DateTime',
        description: 'When the ban ends; in the future. Omit for a permanent ban.',
      }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => {
    const ban = valid(banRules, input);
    const user = await requireUser(context, id);
    requireCanBan(context, user);
    await banUsers(context, [user], ban);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The banned user.'),
});

defineMutation('unbanUser', {
  deprecationReason: 'Use `unbanUsers`. Removed in 0.4.0.',
  description: 'Ends a ban. Does nothing if the user is not banned.',
  authScopes: { can: 'user:ban' },
  audit: ['unbanned'],
  target: { field: 'id', model: 'User' },
  input: {
    description: 'The user to unban.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    await unbanUsers(context, [await requireUser(context, id)]);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The user.'),
});

defineMutation('revokeUserSessions', {
  deprecationReason: 'Use `revokeSessionsOfUsers`. Removed in 0.4.0.',
  description:
    'Signs a user out everywhere, immediately. An access token cannot sign its owner out.',
  authScopes: { can: 'session:revoke' },
  audit: ['sessions_revoked'],
  fresh: { byToken: true },
  target: { field: 'id', model: 'User' },
  input: {
    description: 'The user to sign out.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const user = await requireUser(context, id);
    refuseAccessTokenOf(context, user);
    await endSessions(context, id);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The user.'),
});
