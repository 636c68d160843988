import { builder } from '#server/graphql/builder.ts';
import { Setup } from './schema.ts';

const AuthProvider = builder.objectRef<{ id: string; name: string }>('AuthProvider').implement({
  description: 'An identity provider to sign in with.',
  fields: (t) => ({
    key: t.exposeString('id', {
      description: 'Value of `provider` in `POST /api/auth/sign-in/social`.',
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
  }),
});

builder.objectField(Setup, 'providers', (t) =>
  t.field({
    type: [AuthProvider],
    description: 'Identity providers to sign in with, besides codes by email.',
    resolve: ({ providers }) => providers.offered,
  }),
);
