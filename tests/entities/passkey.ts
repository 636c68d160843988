import { type Expectations, mutation } from '#tests/support/expectations.ts';
import { createPasskey } from '#tests/support/factories.ts';

export const expectations: Expectations = {
  type: 'Passkey',
  rootFields: {
    renamePasskey: mutation(
      'accountOwner',
      '($passkeyId: ID!, $name: String!)',
      'renamePasskey(input: { id: $passkeyId, name: $name })',
    ),
    removePasskey: mutation(
      'accountOwner',
      '($passkeyId: ID!)',
      'removePasskey(input: { id: $passkeyId })',
    ),
  },
  recordFields: {
    id: 'own',
    name: 'own',
    credentialId: 'own',
    authenticator: 'own',
    isSynced: 'own',
    createdAt: 'own',
    lastUsedAt: 'own',
  },
  visibility: {
    async createRecords(database, { User }) {
      return {
        person: await createPasskey(database, User.person.id),
        founder: await createPasskey(database, User.founder.id),
      };
    },
    sees: { person: ['person'], 'impersonator of person': ['person'] },
  },
};
