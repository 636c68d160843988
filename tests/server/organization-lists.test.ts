import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, inBackground } from '#server/database/client.ts';
import { searchFilter } from '#server/graphql/building/filters.ts';
import { createOrganization, createRepository, createTeam } from '#tests/support/factories.ts';
import { planOf } from '#tests/support/plans.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const [person, other, manager] = await Promise.all([
  server.as('user'),
  server.as('user'),
  server.as('admin'),
]);
const { id } = await createOrganization(database, {
  ownerId: person.id,
  members: { [other.id]: 'member' },
});
await createOrganization(database, { members: { [person.id]: 'member' } });
await createRepository(database, { organizationId: id });
const { id: teamId } = await createTeam(database, id);
const [first] = await database.member.findMany({ where: { organizationId: id } });
await database.teamMembership.create({ data: { teamId, memberId: first?.id ?? '' } });

const page = 'pageInfo { hasNextPage endCursor }';
const ofMember = [
  'id userId name email role isServiceAccount isViewer createdAt viewerCanUpdate viewerCanRemove',
  'pictureUrl',
].join(' ');
const members = (args: string) =>
  `organization(id: $id) { id name list: members(${args}) { nodes { ${ofMember} } ${page} } }`;
const organizations = 'id name slug memberCount viewerRole viewerCanLeave createdAt';

describe('of statements, besides the one for the session,', () => {
  it.each<[number, string, string]>([
    [
      1,
      'the organizations of a person',
      `viewer { list: memberships(first: 100) { nodes { id role organization { ${organizations} } } ${page} } }`,
    ],
    [2, 'members', members('first: 20')],
    [2, 'members from the end', members('last: 1')],
    [2, 'members with a role', members('role: OWNER')],
    [2, 'people', members('isServiceAccount: false')],
    [2, 'a search of members', members('searchTerm: "some us"')],
    [
      3,
      'the number of members that a search finds',
      `organization(id: $id) { list: members(searchTerm: "some") { totalCount nodes { ${ofMember} } } }`,
    ],
    [
      2,
      'members with their organization',
      `organization(id: $id) { list: members { nodes { id organization { ${organizations} } } } }`,
    ],
    [
      2,
      'repositories of an organization',
      `organization(id: $id) { id list: repositories(first: 20) { nodes { id name link description createdAt updatedAt viewerCanUpdate } ${page} } }`,
    ],
  ])('%i for %s', async (statements, _what, selection) => {
    const document = `query ${selection.includes('$id') ? '($id: ID!)' : ''} { ${selection} }`;
    for (const reader of [person, manager]) {
      // Warm up: the first request records the user's activity.
      await reader.send('{ viewer { permissions } }');
      const answer = await reader.send(document, { id });
      expect(answer.errors).toEqual([]);
      const { list } = answer.data.organization ?? answer.data.viewer;
      if (reader === person) expect(list.nodes.length).toBeGreaterThan(0);
      expect(answer.statements).toBe(1 + statements);
    }
  });
});

describe('among 20,000 users with the same name, a search of members', () => {
  const patient = createDatabase(server.url, inBackground);
  beforeAll(async () => {
    await patient.$executeRaw`
      INSERT INTO "user" ("id", "email", "name", "updatedAt")
      SELECT 'usr_' || lpad(n::text, 26, '0'), n || '@many.example', 'Many ' || n, now() FROM generate_series(1, 20000) AS n`;
    await patient.$executeRaw`
      INSERT INTO "member" ("id", "organizationId", "userId", "role", "createdAt", "updatedAt")
      SELECT 'mbr_' || lpad(n::text, 26, '0'), ${id}, 'usr_' || lpad(n::text, 26, '0'), 'member', now() - n * interval '1 second', now()
      FROM generate_series(1, 900) AS n`;
    await patient.$executeRaw`ANALYZE "user", "member"`;
  });
  afterAll(() => patient.$disconnect());

  const columns = { anywhere: 'searchText', words: 'searchText' };

  it.each(['many', 'many 17', 'nothing at all', 'ma', 'x'])(
    'reads the users of its members alone: %s',
    async (term) => {
      const where = { organizationId: id, user: { ...searchFilter<string>(term, columns) } };
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      const query = { where, orderBy, take: 21, select: { id: true, user: true } };
      for (const plan of [
        await planOf(patient, (capture) => capture.member.findMany(query)),
        await planOf(patient, (capture) => capture.member.count({ where })),
      ]) {
        const users = plan.filter((node) => node['Relation Name'] === 'user');
        expect(users.length).toBeGreaterThan(0);
        for (const node of users) expect(node['Index Name']).toBe('user_pkey');
      }
    },
  );
});
