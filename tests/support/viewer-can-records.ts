import { createAccessTokens } from './access-token-kinds.ts';
import { createPasskey, createRepository, createUser } from './factories.ts';
import { createOrganizationRecords } from './organization-viewer-can.ts';
import type { TestServer } from './server.ts';
import type { ViewerKind } from './viewer-kind.ts';

async function createInvitedUser({ database }: TestServer) {
  const { id } = await createUser(database, { name: '', onboardedAt: null });
  await database.user.update({ where: { id }, data: { emailVerified: false } });
  return id;
}

/** Records that the rows of the test of every `viewerCan…` field are about. `of` is the one that is asked for. */
export async function createRecords(
  server: TestServer,
  { kind, of }: { kind: ViewerKind; of: string },
) {
  const { database } = server;
  const other = await createUser(database);
  const person = (await kind.createPerson?.(database)) ?? kind.person;
  const inOrganization = await createOrganizationRecords(database, kind, { person, other, of });
  const connected = await kind.connect?.(person.id, inOrganization.organization);
  return {
    send: connected?.send ?? server.sendAs(kind.cookie),
    ids: {
      ...inOrganization,
      repository: (await createRepository(database)).id,
      user: other.id,
      passkey: (await createPasskey(database, other.id)).id,
      self: person.id,
      invitedUser: await createInvitedUser(server),
      manager: (await createUser(database, { role: 'admin' })).id,
      serviceAccount: (await createUser(database, { isServiceAccount: true, onboardedAt: null }))
        .id,
      ...(await createAccessTokens(database, { person, other, used: connected?.id })),
    },
  };
}
