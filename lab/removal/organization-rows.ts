import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import {
  createAccessToken,
  createInvitation,
  createMember,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
} from '#tests/support/factories.ts';

export const lastChange = new Date('2026-01-01T00:00:00Z');

/** An organization, and what the installation has of the same kinds. */
export async function fillOrganization(database: Database): Promise<void> {
  const { id: ownerId } = await createUser(database, { name: 'Ada', email: 'ada@example.org' });
  const { id: organizationId } = await createOrganization(database, { ownerId });
  const { id: teamId } = await createTeam(database, organizationId);
  await createInvitation(database, { organizationId, inviterId: ownerId, teamId });
  await createRepository(database, { name: 'website' });
  const { id: recordId } = await createRepository(database, { name: 'website', organizationId });
  const deleted = { name: 'gone', link: 'https://example.com', description: '' };
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await database.deletedRepository.createMany({
    data: [null, organizationId].map((id) => ({
      ...{ id: newId('Repository'), organizationId: id },
      ...deleted,
      ...times,
    })),
  });
  await database.auditEvent.createMany({
    data: [
      { id: newId('AuditEvent'), kind: 'signed_in', userId: ownerId },
      { id: newId('AuditEvent'), kind: 'member_added', userId: ownerId, recordId: organizationId },
      { id: newId('AuditEvent'), kind: 'repository_created', recordId, organizationId },
    ],
  });
  await createServiceAccounts(database, ownerId, organizationId);
  await database.$executeRaw`
    UPDATE "user" SET "updatedAt" = ${lastChange}
    WHERE "id" = ${ownerId} AND set_config('atrium.silent', 'on', true) = 'on'`;
}

async function createServiceAccounts(database: Database, ownerId: string, organizationId: string) {
  for (const name of ['Our robot', 'Their robot']) {
    const { id } = await createUser(database, { name, isServiceAccount: true });
    await createAccessToken(database, id);
    if (name === 'Our robot') continue;
    await createMember(database, organizationId, id);
  }
  await createAccessToken(database, ownerId);
  const { id } = await createAccessToken(database, ownerId);
  await database.accessToken.update({ where: { id }, data: { organizationId } });
}
