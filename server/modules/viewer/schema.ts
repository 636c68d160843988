/** The signed-in person. */
import { builder } from '#server/graphql/builder.ts';
import type { Viewer as SignedIn } from '#server/graphql/context.ts';
import { Language } from '#server/graphql/language.ts';
import { defineMutation, valid } from '#server/graphql/mutation.ts';
import { Permission } from '#server/graphql/permission.ts';
import { permissionsOf } from '#shared/permissions.ts';
import { viewerRules } from '#shared/rules/account.ts';

const Session = builder.objectRef<SignedIn['session']>('Session').implement({
  description: 'A browser in which a person is signed in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, begins with `ses_`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they signed in.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When they must sign in again, unless they use the product until then.',
    }),
  }),
});

const Viewer = builder.objectRef<SignedIn>('Viewer').implement({
  description:
    'The signed-in person: who they are, what they may do, and where they are signed in.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the person; the same as `user.id`.',
      resolve: ({ user }) => user.id,
    }),
    user: t.prismaField({
      type: 'User',
      description: 'Their record.',
      resolve: (query, { user }, _args, { database }) =>
        database.user.findUniqueOrThrow({ ...query, where: { id: user.id } }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'All that they may do.',
      resolve: ({ user }) => permissionsOf(user.role),
    }),
    session: t.field({
      type: Session,
      description: 'The session that this request used.',
      resolve: ({ session }) => session,
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in person; null for a stranger.',
    authScopes: { public: true },
    resolve: (_root, _args, { viewer }) => viewer,
  }),
}));

defineMutation('updateViewer', {
  description:
    'Changes how the viewer is called or which language mails to them use; what is left out stays. The first name ends the onboarding. Needs `account:update`.',
  authScopes: { can: 'account:update' },
  input: (t) => ({
    name: t.string({ description: 'How they want to be called: 1 to 100 characters.' }),
    language: t.field({ type: Language, description: 'The language of mails to them.' }),
  }),
  resolve: async (input, { auth, viewer }) => {
    const changes = valid(viewerRules, input);
    if (viewer) {
      const onboards = changes.name !== undefined && !viewer.user.onboardedAt;
      const { internalAdapter } = await auth.$context;
      await internalAdapter.updateUser(viewer.user.id, {
        ...changes,
        ...(onboards ? { onboardedAt: new Date() } : {}),
      });
    }
    return { viewer };
  },
  payload: (t) => ({
    viewer: t.field({
      type: Viewer,
      nullable: true,
      description: 'The viewer as changed; null if refused.',
      resolve: ({ viewer }) => viewer,
    }),
  }),
});
