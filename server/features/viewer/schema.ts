import { type Action, runActions } from '#server/auth/actions.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineMutation, nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { viewerPayload } from '#server/graphql/building/selection.ts';
import { viewerPermissions } from '#server/graphql/context.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { Language, Permission } from '#server/graphql/types/enums.ts';
import { limits } from '#shared/limits.ts';
import { viewerRules } from '#shared/rules/account.ts';

builder.objectType('Viewer', {
  description: 'The user that a request is authenticated as, with their permissions.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { user }, _args, { database }) =>
        database.user.findUniqueOrThrow({ ...query, where: { id: user.id } }),
    }),
    permissions: t.field({
      type: [Permission],
      description:
        'Permissions of the viewer’s role. For an access token: its scopes that its owner currently has. For an access token, its owner’s roles in organizations count too.',
      resolve: (viewer) => viewerPermissions({ viewer }),
    }),
    session: t.prismaField({
      type: 'Session',
      nullable: true,
      description: 'The session of this request. Null for a request with an access token.',
      resolve: (query, { session }, _args, { database }) =>
        session && database.session.findUniqueOrThrow({ ...query, where: { id: session.id } }),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: 'Viewer',
    nullable: true,
    description: 'Who this request is authenticated as. Null if anonymous.',
    authScopes: { public: true },
    resolve: (_root, _args, { viewer }) => viewer,
  }),
}));

defineMutation('updateViewer', {
  description:
    'Updates the name or language of the viewer. Omitted fields stay unchanged. The first name completes onboarding. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  audit: ['onboarded', 'name_changed', 'language_changed'],
  errors: nameErrors,
  input: (t) => ({
    name: t.string({ description: `Name. 1 to ${limits.nameMax} characters. Null is refused.` }),
    language: t.field({
      type: Language,
      description: 'Language of the emails to the viewer. Null forgets the choice.',
    }),
  }),
  resolve: async (input, context) => {
    const { id, name, language, onboardedAt } = requireViewer(context).user;
    const changes = valid(viewerRules, input);
    const onboards = changes.name !== undefined && !onboardedAt;
    const actions: Action[] = [];
    if (onboards) actions.push({ userId: id, kind: 'onboarded' });
    else if (changes.name && changes.name !== name) {
      actions.push({ userId: id, kind: 'name_changed', audited: { detail: name } });
    }
    if (changes.language !== undefined && changes.language !== (language ?? null)) {
      const audited = { detail: changes.language };
      actions.push({ userId: id, kind: 'language_changed', audited });
    }
    await runActions(context, async ({ user }) => {
      const data = { ...changes, ...(onboards && { onboardedAt: new Date() }) };
      await user.update({ where: { id }, data, select: { id: true } });
      return actions;
    });
    return {};
  },
  payload: viewerPayload('The updated viewer. Null if the input was refused.'),
});
