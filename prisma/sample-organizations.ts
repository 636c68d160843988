/** Three organizations whose members are sample users with different roles. */
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

const hours = 60 * 60 * 1_000;

type Sample = {
  name: string;
  slug: string;
  /** Indexes of sample users: the owner, an admin, then members. */
  members: readonly number[];
  teams: readonly string[];
  repositories: Readonly<Record<string, string>>;
};

// The first two sample users are the ones named on the sign-in page: an admin and a user.
const samples: readonly Sample[] = [
  {
    name: 'Baobab Labs',
    slug: 'baobab-labs',
    members: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15],
    teams: ['Platform', 'Design', 'Research'],
    repositories: {
      'field-notes': 'Observations from the trial fields, with their photos.',
      'rain-forecast': 'Predicts rainfall for the next ten days.',
      'seed-catalogue': 'Every variety that we grow, and where its seeds are.',
      'sensor-gateway': 'Collects the readings of the soil sensors.',
      website: 'The public website of the lab.',
    },
  },
  {
    name: 'Maison Lumière',
    slug: 'maison-lumiere',
    members: [4, 0, 1, 16, 17, 18],
    teams: ['Atelier'],
    repositories: {
      'lamp-configurator': 'Lets customers put their lamp together.',
      'order-desk': 'Orders from the shop to the workshop, and their state.',
      website: 'The shop window: collections, journal and contact.',
    },
  },
  {
    name: 'Kivuko Logistics',
    slug: 'kivuko-logistics',
    members: [19, 20, 1],
    teams: [],
    repositories: { 'ferry-timetable': 'Departures of all ferries, with delays.' },
  },
];

const roleOf = (place: number) => (['owner', 'admin'] as const)[place] ?? ('member' as const);

async function addOrganization(
  database: Prisma.TransactionClient,
  sample: Sample,
  userIds: readonly string[],
) {
  const { name, slug, teams, repositories } = sample;
  const organizationId = newId('Organization');
  const members = sample.members.flatMap((place, index) => {
    const userId = userIds[place];
    return userId ? [{ id: newId('Member'), userId, role: roleOf(index) }] : [];
  });
  const [owner] = members;
  if (!owner) return;
  await database.organization.create({
    data: {
      ...{ id: organizationId, name, slug },
      members: { create: members },
      teams: { create: teams.map((team) => ({ id: newId('Team'), name: team })) },
      repositories: {
        create: Object.entries(repositories).map(([repository, description], index) => ({
          id: newId('Repository'),
          name: repository,
          link: `https://git.example.com/${slug}/${repository}`,
          description,
          createdAt: new Date(Date.now() - (40 - 6 * index) * 24 * hours),
          updatedAt: new Date(Date.now() - (3 + 31 * index) * hours),
        })),
      },
    },
    select: { id: true },
  });
  const added = await database.team.findMany({ where: { organizationId }, select: { id: true } });
  await database.teamMembership.createMany({
    data: added.flatMap(({ id: teamId }, index) =>
      members
        .filter((_member, place) => place % (index + 2) === 0)
        .map(({ id: memberId }) => ({ teamId, memberId })),
    ),
  });
  await database.invitation.create({
    data: {
      ...{ id: newId('Invitation'), organizationId, email: `new.colleague@${slug}.example` },
      ...{
        role: 'member' as const,
        inviterId: owner.userId,
        expiresAt: new Date(Date.now() + 48 * hours),
      },
    },
    select: { id: true },
  });
}

/** Adds missing sample organizations. `emails` lists the sample users in order. */
export async function seedOrganizations(
  database: Prisma.TransactionClient,
  emails: readonly string[],
): Promise<void> {
  const users = await database.user.findMany({
    where: { email: { in: [...emails] } },
    select: { id: true, email: true },
  });
  const ids = new Map(users.map(({ id, email }) => [email, id]));
  const userIds = emails.map((email) => ids.get(email) ?? '');
  for (const sample of samples) {
    const known = await database.organization.count({ where: { slug: sample.slug } });
    if (known === 0) await addOrganization(database, sample, userIds);
  }
}
