/** Accelerated reads of organizations return the same records in the same order as Prisma. */
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { createOrganization, createTeam, createUser } from '#tests/support/factories.ts';
import { acceleratedDatabase } from '#tests/support/prisma-sql.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const database = createDatabase(server.url);
const { database: accelerated, sent } = acceleratedDatabase(server.url);
const admin = await server.as('admin');

const byCreation = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

afterAll(() => Promise.all([database, accelerated].map((each) => each.$disconnect())));

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
const isRelated = (where: object) => /"(user|teams)":/.test(JSON.stringify(where));

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
      for (const select of [
        undefined,
        { role: true, createdAt: true },
        { id: true, user: true, organization: true },
        {
          user: { select: { email: true, image: true } },
          organization: { select: { name: true } },
        },
        { id: true, user: { select: { id: true, sessions: { take: 1 } } } },
      ]) {
        const selecting = { ...query, ...(select && { select }) };
        const before = sent.length;
        expect(await accelerated.member.findMany(selecting)).toEqual(
          await database.member.findMany(selecting),
        );
        const isServed = !JSON.stringify(select ?? '').includes('sessions') || isRelated(where);
        expect(sent.length - before).toBe(isServed ? 1 : 0);
      }
    }
    expect(await accelerated.member.count({ where })).toBe(await database.member.count({ where }));
    expect(await accelerated.member.count({ where, take: 2 })).toBe(
      await database.member.count({ where, take: 2 }),
    );
  });
});

describe('invitations', () => {
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
      expect(await accelerated.invitation.findMany(query)).toEqual(expected);
      const select = { id: true, team: true, inviter: true, organization: true };
      expect(await accelerated.invitation.findMany({ ...query, select })).toEqual(
        await database.invitation.findMany({ ...query, select }),
      );
    }
  });
});
