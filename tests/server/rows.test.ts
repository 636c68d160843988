import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { countMatching, findRow, findRows, searchStatement } from '#server/database/rows.ts';
import { statusFilter } from '#server/graphql/user-status.ts';
import { runInRequest } from '#server/log/request-context.ts';
import {
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

const names = [
  'Alpha',
  'alphabet',
  'Ünder_score',
  '100% sure',
  'back\\slash',
  'quote \' " `',
  'زهرة',
];
const repositories: { id: string; createdAt: Date }[] = [];
for (const [i, name] of names.entries()) {
  const createdAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2)));
  repositories.push(await createRepository(database, { name, createdAt }));
}
const middle = repositories[3] as { id: string; createdAt: Date };
await createUser(database, { name: 'Banned' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { banned: true } }),
);
await createUser(database, { name: 'Banned before' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { banned: true, banExpires: new Date(0) } }),
);
await createUser(database, { name: 'Invited' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { emailVerified: false } }),
);

const byCreation = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
const byName = [{ nameKey: 'asc' as const }, { id: 'asc' as const }];
const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');
const contains = (term: string) => ({ name: { contains: term, mode: 'insensitive' as const } });

describe('repositories', () => {
  it.each<[string, object]>([
    ['all', {}],
    ['no condition in lists', { AND: [] }],
    ['none of no conditions', { OR: [] }],
    ['a term', { OR: [contains('ALPHA'), { link: { contains: 'nothing', mode: 'insensitive' } }] }],
    ['a term with a wildcard', contains('r_s')],
    ['a term with an escaped wildcard', contains('\\%')],
    ['a term with a backslash', contains('\\\\')],
    ['a term with quotes', contains('\' " `')],
    ['a beginning', { nameKey: { startsWith: 'al' } }],
    ['none of some values', { name: { notIn: ['Alpha', 'alphabet'] } }],
    ['any value', { organizationId: { not: null } }],
    ['a period', { createdAt: { gte: middle.createdAt, lt: new Date(Date.UTC(2026, 0, 3)) } }],
    [
      'what comes after an entry',
      {
        AND: [
          { createdAt: { lte: middle.createdAt } },
          { OR: [{ createdAt: { lt: middle.createdAt } }, { id: { lt: middle.id } }] },
        ],
      },
    ],
  ])('are the same: %s', async (_name, where) => {
    for (const orderBy of [byCreation, byName]) {
      for (const take of [1, 3, 21, 101]) {
        const query = { where, orderBy, take };
        const expected = await database.repository.findMany(query);
        expect(await findRows(database, 'Repository', query)).toEqual(expected);
      }
    }
  });

  it.each([
    ['alpha'],
    ['alphabet'],
    ['ünder_score'],
    ['100%'],
    ['zerre', 'alpha'],
    ['e\\sl'],
    ['زهرة'],
    ["quote ' "],
  ])(
    'that are searched for are the same, whether words are frequent or not: %s',
    async (...words) => {
      const search = { AND: words.map((word) => ({ searchText: { contains: escaped(word) } })) };
      const before = {
        AND: [
          { nameKey: { lte: 'back' } },
          { OR: [{ nameKey: { lt: 'back' } }, { id: { lt: middle.id } }] },
        ],
      };
      for (const where of [{ AND: [search] }, { AND: [{ AND: [search] }, before] }]) {
        for (const orderBy of [byCreation, byName]) {
          for (const take of [1, 21, 101]) {
            const query = { where, orderBy, take };
            const expected = await database.repository.findMany(query);
            for (const isFrequent of [false, true]) {
              const { text, values } = searchStatement('Repository', query, isFrequent);
              expect(await database.$read({ text }, values)).toEqual(expected);
            }
          }
        }
      }
    },
  );

  it('by id are the same, or null', async () => {
    const expected = await database.repository.findUnique({ where: { id: middle.id } });
    const read = (id: string) => findRow(database, 'Repository', { id });
    for (const run of [read, (id: string) => runInRequest('request', () => read(id))]) {
      expect(await run(middle.id)).toEqual(expected);
      expect(await run('repo_nothing')).toBeNull();
    }
  });

  it('asked for at once are read by one statement', async () => {
    const fields = repositories.map(({ id }, i) => `a${i}: repository(id: "${id}") { id name }`);
    const { data, statements } = await admin.send(`{ ${fields.join(' ')} }`);
    expect(Object.values(data).map((row) => (row as { name: string }).name)).toEqual(names);
    // One for the session, one for the repositories.
    expect(statements).toBe(2);
  });

  it('after a change in the same request are the changed ones', async () => {
    const { id } = await createRepository(database, { name: 'before' });
    const change = (name: string) =>
      `updateRepository(input: { id: "${id}", name: "${name}" }) { repository { name } }`;
    const { data } = await admin.send(`mutation { a: ${change('one')} b: ${change('two')} }`);
    expect([data.a.repository.name, data.b.repository.name]).toEqual(['one', 'two']);
  });
});

describe('users', () => {
  it.each(['active', 'invited', 'banned'] as const)('are the same: %s', async (status) => {
    const query = { where: { AND: [statusFilter(status)] }, orderBy: byCreation, take: 21 };
    const expected = await database.user.findMany(query);
    expect(expected.length).toBeGreaterThan(0);
    expect(await findRows(database, 'User', query)).toEqual(expected);
  });

  it('are the same in every form of a selection, by one statement', async () => {
    const fields = 'name email role status viewerCanBan createdAt';
    const forms = [
      `{ users(first: 3) { nodes { id ${fields} } } }`,
      `{ users(first: 3) { edges { cursor node { id ...F } } } } fragment F on User { ${fields} }`,
      `{ users(first: 3) { ...C } } fragment C on UserConnection { nodes { id ... on User { ${fields} } } }`,
      `{ users(first: 3) { nodes { id ... on Node { __typename } ${fields} } } }`,
      `{ users(first: 3) { nodes { id } nodes { ${fields} } edges { node { email } } } }`,
      `{ users(first: 1) { nodes { id } } users(first: 1) { nodes { ${fields} } } }`,
    ];
    for (const form of forms) {
      const { data, errors, statements } = await admin.send(form);
      expect(errors).toEqual([]);
      expect(statements).toBe(2);
      const { edges, nodes = edges.map(({ node }: { node: object }) => node) } = data.users;
      for (const node of nodes) {
        const user = await database.user.findUniqueOrThrow({ where: { id: node.id } });
        expect(node).toMatchObject({ email: user.email, name: user.name });
      }
    }
  });

  it('are read with their sessions where these are included', async () => {
    const document = `query ($with: Boolean!) {
      user(id: "${admin.id}") { email sessions(first: 1) @include(if: $with) { nodes { id } } }
    }`;
    for (const included of [false, true, false]) {
      const { data } = await admin.send(document, { with: included });
      expect(data.user.email).toBe(admin.email);
      expect(data.user.sessions?.nodes.length).toBe(included ? 1 : undefined);
    }
  });

  it('with their sessions are read by Prisma', async () => {
    const query = { where: { id: admin.id }, select: { id: true, sessions: { take: 1 } } };
    expect(await findRows(database, 'User', query)).toEqual(await database.user.findMany(query));
  });
});

const people = await Promise.all(
  ['Ada Alpha', 'Beta_man', 'Alphonse', 'Zoë'].map((name, i) =>
    createUser(database, { name, isServiceAccount: i === 1 }),
  ),
);
const roles = ['admin', 'member', 'admin', 'member'] as const;
const { id: organizationId } = await createOrganization(database, {
  ownerId: admin.id,
  members: Object.fromEntries(people.map(({ id }, i) => [id, roles[i] ?? 'member'])),
});
const members = await database.member.findMany({ where: { organizationId } });
const { id: teamId } = await createTeam(database, organizationId);
await database.teamMembership.createMany({
  data: members.slice(0, 3).map(({ id }) => ({ teamId, memberId: id })),
});
const some = members[2] as (typeof members)[number];
const searchText = (term: string) => ({ AND: [{ searchText: { contains: term } }] });

describe('members', () => {
  it.each<[string, object]>([
    ['of an organization', { organizationId }],
    ['of a user', { userId: people[0]?.id }],
    ['with a role', { organizationId, role: 'member' }],
    ['found by name', { organizationId, user: searchText('alpha') }],
    ['found by a wildcard', { organizationId, user: searchText('\\_') }],
    [
      'found by name and kind',
      { organizationId, user: { ...searchText('a'), isServiceAccount: true } },
    ],
    ['of no name that matches', { organizationId, user: searchText('nobody') }],
    ['of a team', { teams: { some: { teamId } } }],
    [
      'beyond another one',
      {
        AND: [
          { organizationId, user: { AND: [{ OR: [{ nameKey: { startsWith: 'a' } }] }] } },
          { AND: [{ createdAt: { lte: some.createdAt } }, { OR: [{ id: { lt: some.id } }] }] },
        ],
      },
    ],
  ])('are the same: %s', async (_name, where) => {
    for (const take of [1, 3, 21]) {
      const query = { where, orderBy: byCreation, take };
      const expected = await database.member.findMany({
        ...query,
        include: { user: true, organization: true },
      });
      const plain = expected.map(({ user: _user, organization: _organization, ...row }) => row);
      expect(await findRows(database, 'Member', query)).toEqual(plain);
      const select = { id: true, user: true, organization: true };
      expect(await findRows(database, 'Member', { ...query, select })).toEqual(expected);
      const nested = { id: true, user: { select: { id: true, sessions: { take: 1 } } } };
      expect(await findRows(database, 'Member', { ...query, select: nested })).toEqual(
        await database.member.findMany({ ...query, select: nested }),
      );
    }
    expect(await countMatching(database, 'Member', { where })).toBe(
      await database.member.count({ where }),
    );
    expect(await countMatching(database, 'Member', { where, take: 2 })).toBe(
      await database.member.count({ where, take: 2 }),
    );
  });

  it.each([
    'nodes { id ... on Node { __typename } FIELDS }',
    'nodes { ...M } nodes { id }',
    'nodes { FIELDS organization { repositories(first: 1) { nodes { id } } } }',
    'nodes { FIELDS organization { members(first: 1) { nodes { organization { name } } } } }',
    'nodes { FIELDS organization { ... on Organization { members { totalCount } } } }',
    'edges { node { FIELDS } } nodes { role }',
  ])('are the same in every form of a selection: %s', async (form) => {
    const fields = 'id name role email organization { id name slug viewerRole viewerCanLeave }';
    const read = async (page: string) => {
      const fragment = page.includes('...M') ? `fragment M on Member { ${fields} }` : '';
      const { data, errors } = await admin.send(
        `query ($id: ID!) { organization(id: $id) { members(first: 3) { ${page} } } } ${fragment}`,
        { id: organizationId },
      );
      expect(errors).toEqual([]);
      const { nodes, edges = [] } = data.organization.members;
      const ofEdges = edges.map(({ node }: { node: object }) => node);
      return ofEdges.length > 0 ? ofEdges : nodes;
    };
    const found = await read(form.replace('FIELDS', fields));
    expect(found).toHaveLength(3);
    expect(found).toMatchObject(await read(`nodes { ${fields} }`));
  });
});

describe('other models', () => {
  const invitation = (email: string, inviterId: string | null) => ({
    ...{ id: newId('Invitation'), organizationId, email, inviterId, role: 'member' as const },
    expiresAt: new Date(Date.UTC(2026, 0, 2)),
  });

  it('are read without being named, with columns that may be null', async () => {
    await database.invitation.createMany({
      data: [
        ...[invitation('a@example.com', null), invitation('b@example.com', admin.id)],
        { ...invitation('c@example.com', null), state: 'declined', teamId },
      ],
    });
    for (const where of [
      { inviterId: null },
      { NOT: { inviterId: null } },
      { state: 'pending' },
      { role: { in: ['member', 'owner'] } },
      { inviter: { email: admin.email } },
    ] as const) {
      const query = { where: where as object, orderBy: byCreation, take: 3 };
      const expected = await database.invitation.findMany(query);
      expect(expected.length).toBeGreaterThan(0);
      expect(await findRows(database, 'Invitation', query)).toEqual(expected);
      const select = { id: true, team: true, inviter: true, organization: true };
      const rows = await findRows(database, 'Invitation', { ...query, select });
      expect(rows).toMatchObject(await database.invitation.findMany({ ...query, select }));
    }
  });

  it('with columns that the driver reads otherwise are read by Prisma', async () => {
    const token = { name: 'lists', scopes: ['repository:read'], start: 'x', hash: unique('hash') };
    const { id } = await database.accessToken.create({
      data: { id: newId('AccessToken'), userId: admin.id, ...token },
    });
    const expected = await database.accessToken.findUnique({ where: { id } });
    expect(expected?.scopes).toEqual(token.scopes);
    expect(await findRows(database, 'AccessToken', { where: { id } })).toEqual([expected]);
    const read = () => findRow(database, 'AccessToken', { id });
    expect(await runInRequest('request', read)).toEqual(expected);
  });
});

it('refuses columns that do not exist and operators that it does not know', async () => {
  const read = (where: object) => findRows(database, 'Repository', { where });
  await expect(read({ '"; DROP TABLE "user': 1 })).rejects.toThrow(TypeError);
  await expect(read({ name: { endsWith: 'x' } })).rejects.toThrow(TypeError);
});
