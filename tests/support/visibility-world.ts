import type { Viewer } from '#server/auth/viewer.ts';
import { type Database, delegateOf } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import { expectedEntities } from './entities.ts';
import type { SharedRecords, ViewerName, Visibility } from './expectations.ts';
import {
  createAccessToken,
  createInvitation,
  createOrganization,
  createRepository,
  createSession,
  createTeam,
  createUser,
} from './factories.ts';
import { seesOwn } from './own-visibility.ts';

async function createOwnRecords(database: Database) {
  const outsider = await createUser(database);
  const person = await createUser(database);
  const orgAdmin = await createUser(database);
  const manager = await createUser(database, { role: 'admin' });
  const founder = await createUser(database);
  const ours = await createOrganization(database, {
    ownerId: orgAdmin.id,
    members: { [person.id]: 'member' },
  });
  const theirs = await createOrganization(database, { ownerId: founder.id });
  const event = (userId: string | null, more: object = {}) =>
    database.auditEvent.create({
      data: { id: newId('AuditEvent'), kind: 'name_changed', userId, ...more },
    });
  const invite = (organizationId: string, email?: string) =>
    createInvitation(database, {
      ...{ organizationId, inviterId: manager.id },
      ...(email && { email }),
    });
  async function createTokenOfOrganization() {
    const { id } = await createAccessToken(database, orgAdmin.id);
    return database.accessToken.update({ where: { id }, data: { organizationId: ours.id } });
  }
  const memberOf = (organizationId: string, userId: string) =>
    database.member.findFirstOrThrow({ where: { organizationId, userId } });
  return {
    User: { outsider, person, orgAdmin, manager, founder },
    Organization: { ours, theirs },
    Member: {
      ours: await memberOf(ours.id, person.id),
      ours2: await memberOf(ours.id, orgAdmin.id),
      theirs: await memberOf(theirs.id, founder.id),
    },
    Team: {
      ours: await createTeam(database, ours.id),
      theirs: await createTeam(database, theirs.id),
    },
    Invitation: {
      ours: await invite(ours.id),
      theirs: await invite(theirs.id),
      outsider: await invite(theirs.id, outsider.email),
    },
    Repository: {
      shared: await createRepository(database),
      ofOrganization: await createRepository(database, { organizationId: ours.id }),
      ofOtherOrganization: await createRepository(database, { organizationId: theirs.id }),
    },
    Session: {
      person: await createSession(database, person.id),
      founder: await createSession(database, founder.id),
      expired: await createSession(database, person.id, new Date(Date.now() - 1_000)),
    },
    AccessToken: {
      person: await createAccessToken(database, person.id),
      founder: await createAccessToken(database, founder.id),
      ofOrganization: await createTokenOfOrganization(),
      token: await createAccessToken(database, manager.id),
    },
    AuditEvent: {
      person: await event(person.id),
      ofOrganization: await event(person.id, { recordId: ours.id }),
      founder: await event(founder.id),
      ofOtherOrganization: await event(null, { recordId: theirs.id }),
    },
  };
}

type OwnRecords = Awaited<ReturnType<typeof createOwnRecords>>;
type Records = Record<string, Record<string, { id: string }>>;

/** `visibility` of the entities that have it in tests/entities, by model. */
const ofEntities = new Map(
  expectedEntities.flatMap(({ type, visibility }) => (visibility ? [[type, visibility]] : [])),
);

/** Labels of the records that each viewer sees, by model. */
export const sees: Record<string, Visibility['sees']> = {
  ...(seesOwn satisfies Record<keyof OwnRecords, Visibility['sees']>),
  ...Object.fromEntries([...ofEntities].map(([model, visibility]) => [model, visibility.sees])),
};

async function createViewers(database: Database, { User, Organization, AccessToken }: OwnRecords) {
  const bySession = async (id: string, impersonatedBy: string | null = null) => {
    const user = await database.user.findUniqueOrThrow({ where: { id } });
    const session = { id: newId('Session'), userId: id, impersonatedBy };
    return { user, session, accessToken: null } as unknown as Viewer;
  };
  const byToken = async (id: string, scopes: readonly Permission[]) => {
    const token = await database.accessToken.findUniqueOrThrow({ where: { id } });
    const user = await database.user.findUniqueOrThrow({ where: { id: token.userId } });
    const { organizationId } = token;
    // Only the role in the organization that the token is limited to, as when a request reads it.
    const memberships = organizationId ? `${Organization.ours.id}=owner` : user.memberships;
    return {
      ...{ user: { ...user, memberships }, session: null },
      accessToken: { ...token, organizationId, scopes },
    } as unknown as Viewer;
  };
  const all: Record<ViewerName, Viewer | null> = {
    anonymous: null,
    outsider: await bySession(User.outsider.id),
    person: await bySession(User.person.id),
    orgAdmin: await bySession(User.orgAdmin.id),
    manager: await bySession(User.manager.id),
    'impersonator of person': await bySession(User.person.id, User.manager.id),
    'limited access token of orgAdmin': await byToken(AccessToken.ofOrganization.id, permissions),
    'access token of manager without scopes': await byToken(AccessToken.token.id, []),
    'access token of manager with user:get': await byToken(AccessToken.token.id, ['user:get']),
  };
  return all;
}

/** Models whose records `createRecords` is given. */
const given = ['User', 'Organization', 'Repository'] as const;

/** @throws if `create` also creates records that `sees` doesn't have */
async function requireOnly<Result>(
  database: Database,
  model: string,
  create: () => Promise<Result>,
) {
  const count = () => Promise.all(given.map((each) => delegateOf(database, each).count({})));
  const before = await count();
  const result = await create();
  const after = await count();
  const other = given.find((_, index) => after[index] !== before[index]);
  if (!other) return result;
  throw new Error(
    `\`visibility.createRecords\` of ${model} in tests/entities also creates a ${other}: connect one that it is given, as in { connect: { id: User.manager.id } }.`,
  );
}

export async function createWorld(database: Database) {
  const own = await createOwnRecords(database);
  const records: Records = { ...own };
  const created = new Map<string, ReturnType<Visibility['createRecords']>>();
  /** Creates the records of an entity once, whichever entity needs them first. */
  async function recordsOf(model: string) {
    const entity = ofEntities.get(model);
    if (!entity) throw new Error(`${model} has no \`visibility\` in tests/entities.`);
    const found =
      created.get(model) ??
      requireOnly(database, model, () => entity.createRecords(database, shared));
    created.set(model, found);
    return found;
  }
  const shared: SharedRecords = { ...own, recordsOf };
  for (const model of ofEntities.keys()) records[model] = await recordsOf(model);
  return { records, viewers: await createViewers(database, own) };
}

export function idsSeen(records: Records, model: string, viewer: ViewerName): string[] {
  return (sees[model]?.[viewer] ?? []).map((label) => records[model]?.[label]?.id ?? label).sort();
}

export const isModel = (model: string): model is EntityModel => model in sees;
