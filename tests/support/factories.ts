/** Records with unique names, so that tests do not affect each other. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Expectations } from './expectations.ts';

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** Values of the variables of documents in tests/entities that no other record may have. */
export const uniqueTexts = () => ({
  name: unique('named'),
  email: `${unique('mail')}@example.com`,
  link: `${unique('link')}.example.com`,
});

/** Converts a GraphQL type's name to its Prisma delegate and variable prefix: `accessToken`. */
export function camelCase(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/**
 * Inserts a record and returns its ID. `owners` has IDs of owners by relation; relations that the entity lacks are
 * ignored.
 *
 * @throws for an entity without `newRecord`
 */
export async function createRecord(
  database: Database,
  { type, newRecord }: Expectations,
  name = unique('record'),
  owners: Readonly<Record<string, string>> = {},
) {
  if (!newRecord) throw new Error(`${type} has no \`newRecord\` in tests/entities.`);
  const data = { id: newId(type as EntityModel), ...newRecord(name) };
  for (const [relation, id] of Object.entries(owners)) {
    if (relation in data) Object.assign(data, { [relation]: { connect: { id } } });
  }
  const delegates = database as unknown as Record<
    string,
    { create(input: { data: typeof data }): Promise<unknown> } | undefined
  >;
  await delegates[camelCase(type)]?.create({ data });
  return data.id;
}

export function createRepository(
  database: Database,
  data: {
    name?: string;
    link?: string;
    description?: string;
    createdAt?: Date;
    organizationId?: string;
  } = {},
) {
  return database.repository.create({
    data: {
      id: newId('Repository'),
      name: unique('repository'),
      link: 'https://git.example.com/some/thing',
      ...data,
    },
  });
}

export async function createOrganization(
  database: Database,
  {
    ownerId,
    members = {},
    ...data
  }: {
    ownerId?: string;
    members?: Record<string, 'owner' | 'admin' | 'member'>;
    name?: string;
    slug?: string;
  } = {},
) {
  const userId = ownerId ?? (await createUser(database)).id;
  const all = Object.entries({ ...members, [userId]: 'owner' as const });
  return database.organization.create({
    data: {
      id: newId('Organization'),
      name: 'Some organization',
      slug: unique('organization'),
      ...data,
      members: {
        create: all.map(([id, role]) => ({ id: newId('Member'), userId: id, role })),
      },
    },
  });
}

export function createInvitation(
  database: Database,
  data: {
    organizationId: string;
    inviterId: string;
    email?: string;
    role?: 'owner' | 'admin' | 'member';
    teamId?: string;
    expiresAt?: Date;
  },
) {
  return database.invitation.create({
    data: {
      id: newId('Invitation'),
      email: `${unique('invited')}@example.org`,
      role: 'member',
      expiresAt: new Date(Date.now() + 60 * 60 * 1_000),
      ...data,
    },
  });
}

export function createMember(
  database: Pick<Database, 'member'>,
  organizationId: string,
  userId: string,
  role: 'owner' | 'admin' | 'member' = 'member',
) {
  return database.member.create({ data: { id: newId('Member'), organizationId, userId, role } });
}

export function createTeam(database: Database, organizationId: string, name = unique('team')) {
  return database.team.create({ data: { id: newId('Team'), organizationId, name } });
}

export function createUser(
  database: Database,
  data: {
    name?: string;
    email?: string;
    role?: string;
    onboardedAt?: Date | null;
    isServiceAccount?: boolean;
  } = {},
) {
  return database.user.create({
    data: {
      id: newId('User'),
      email: `${unique('person')}@example.org`,
      name: 'Someone',
      emailVerified: true,
      onboardedAt: new Date(),
      ...data,
    },
  });
}

export function createSession(
  database: Pick<Database, 'session'>,
  userId: string,
  expiresAt = new Date(Date.now() + 60 * 60 * 1_000),
) {
  const data = { id: newId('Session'), userId, token: unique('token'), expiresAt };
  return database.session.create({ data });
}

export function createPasskey(database: Pick<Database, 'passkey'>, userId: string) {
  return database.passkey.create({
    data: {
      ...{ id: newId('Passkey'), userId, name: 'Phone', credentialID: unique('credential') },
      ...{ publicKey: '', counter: 0, deviceType: 'multiDevice', backedUp: true },
      ...{ aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d', lastUsedAt: new Date() },
    },
  });
}

export function createAccessToken(database: Database, userId: string) {
  const expiresAt = new Date(Date.now() + 90 * 24 * 60 * 60 * 1_000);
  return database.accessToken.create({
    data: {
      ...{ id: newId('AccessToken'), userId, creatorId: userId, name: 'CI', start: 'atr_12345678' },
      ...{ hash: unique('hash'), scopes: ['repository:read'], lifetimeDays: 90, expiresAt },
      ...{ lastUsedAt: new Date(), lastUsedFrom: '203.0.113.0/24' },
    },
  });
}
