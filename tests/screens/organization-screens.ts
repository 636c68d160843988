import type { Page } from '@playwright/test';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { expect } from '#tests/support/e2e.ts';
import {
  createAccessToken,
  createInvitation,
  createMember,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import type { Texts } from '#tests/support/texts.ts';
import { dialog, menu, press, type Screen, submit } from './screen-steps.ts';

const longName = 'Consolidated Lantern and Lighthouse Works of Zanzibar, Pemba and the Coast';
const hour = 60 * 60 * 1_000;

type InvitedBy = { id: string; email: string };

async function invitedTo(
  database: Database,
  { email }: InvitedBy,
  { name, ...row }: { name: string; expiresAt?: Date },
): Promise<string> {
  const host = await createUser(database, { name: 'Zuhura Mwinyi' });
  const { id } = await createOrganization(database, { ownerId: host.id, name });
  return (
    await createInvitation(database, { organizationId: id, inviterId: host.id, email, ...row })
  ).id;
}

/** Adds organizations of the viewer: one with records of each kind, an empty one, and many more. */
async function createOrganizationRecords(database: Database, viewer: InvitedBy) {
  // The screens before left theirs, and a person can own only a few.
  await database.organization.deleteMany({ where: { members: { some: { userId: viewer.id } } } });
  const people = await Promise.all(
    ['Ada Lovelace', 'نور الهدى', 'Maximilian Freiherr von und zu Lichterloh-Laternenberg'].map(
      (name) => createUser(database, { name }),
    ),
  );
  const [admin, ...members] = people.map(({ id }) => id);
  const { id, slug } = await createOrganization(database, {
    ownerId: viewer.id,
    name: longName,
    members: {
      [admin ?? '']: 'admin',
      ...Object.fromEntries(members.map((member) => [member, 'member' as const])),
    },
  });
  const empty = await createOrganization(database, { ownerId: viewer.id, name: 'Nyumba' });
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      createOrganization(database, { ownerId: viewer.id, name: `Lantern ${index + 1}` }),
    ),
  );
  const team = await createTeam(database, id, `Masons ${unique('t')}`);
  await createTeam(database, id, longName);
  const rows = await database.member.findMany({ where: { organizationId: id } });
  await database.teamMembership.createMany({
    data: rows.map(({ id: memberId }) => ({ teamId: team.id, memberId })),
  });
  const robot = await createUser(database, { name: 'Nightly sync', isServiceAccount: true });
  await createMember(database, id, robot.id, 'admin');
  const token = await createAccessToken(database, robot.id);
  await database.accessToken.update({ where: { id: token.id }, data: { organizationId: id } });
  const repository = await createRepository(database, {
    organizationId: id,
    name: unique('lantern'),
    description: 'Lights the way.',
  });
  const invited = { organizationId: id, inviterId: viewer.id, teamId: team.id };
  const past = new Date(Date.now() - hour);
  await createInvitation(database, { ...invited, expiresAt: past });
  const declined = await createInvitation(database, invited);
  await database.invitation.update({ where: { id: declined.id }, data: { state: 'declined' } });
  const pending = await createInvitation(database, invited);
  return {
    ...{ id, slug, empty: empty.slug, team: team.id, repository: repository.id },
    ...{ member: 'Ada Lovelace', invitation: pending.email },
    mine: await invitedTo(database, viewer, { name: longName }),
    expired: await invitedTo(database, viewer, { name: 'Nyumba', expiresAt: past }),
    other: pending.id,
    deleted: newId('Invitation'),
  };
}

type Records = Awaited<ReturnType<typeof createOrganizationRecords>>;

const typeAndSubmit = async (page: Page, key: string, text: string, t: Texts) => {
  await page.getByRole('textbox', { name: t(key) }).fill(text);
  await submit(page);
};

/** With new records of the viewer with this address. */
export async function createOrganizationScreens(
  database: Database,
  email: string,
): Promise<Screen[]> {
  const viewer = await database.user.findUniqueOrThrow({ where: { email } });
  return screensOf(await createOrganizationRecords(database, viewer));
}

function screensOf(records: Records): Screen[] {
  const home = `/app/organizations/${records.slug}`;
  const empty = `/app/organizations/${records.empty}`;
  const invitation = (id: string, email = '') =>
    `/app/invitations/${id}${email && `?email=${email}`}`;
  return [
    { name: 'organizations', path: '/app/organizations' },
    { name: 'own organizations in the account', path: '/app/account/organizations' },
    { name: 'switcher', path: home, open: menu((t) => t('common:nav.userMenu')) },
    { name: 'new organization with errors', path: '/app/organizations/new', open: submit },
    { name: 'organization', path: home },
    { name: 'new organization', path: empty },
    { name: 'no such organization', path: '/app/organizations/nothing-like-this' },
    { name: 'repositories of an organization', path: `${home}/repositories` },
    {
      name: 'selected repositories of an organization',
      path: `${home}/repositories`,
      open: async (page, t) => {
        await page.locator('main [data-row] input[type=checkbox]').first().check({ force: true });
        const bar = page.getByRole('region', { name: t('list:selection.label') });
        await expect(bar).toBeVisible();
      },
    },
    { name: 'no repositories of an organization', path: `${empty}/repositories` },
    { name: 'repository of an organization', path: `${home}/repositories/${records.repository}` },
    { name: 'new repository of an organization', path: `${home}/repositories/new`, open: submit },
    { name: 'members', path: `${home}/members` },
    { name: 'no such members', path: `${home}/members?searchTerm=nobody-like-this` },
    { name: 'only oneself', path: `${empty}/members` },
    {
      name: 'menu of a member',
      path: `${home}/members`,
      open: menu((t) => t('organization:members.menu', { name: records.member })),
    },
    {
      name: 'removing a member',
      path: `${home}/members`,
      open: async (page, t) => {
        await menu(() => t('organization:members.menu', { name: records.member }))(page, t);
        await page.getByRole('menuitem', { name: t('organization:members.remove') }).click();
        await expect(page.locator(dialog).first()).toBeVisible();
      },
    },
    { name: 'invitations', path: `${home}/invitations` },
    { name: 'no invitations', path: `${empty}/invitations` },
    {
      name: 'menu of an invitation',
      path: `${home}/invitations`,
      open: menu((t) => t('organization:invitation.menu', { email: records.invitation })),
    },
    {
      name: 'inviting people, with errors',
      path: `${home}/invitations`,
      open: async (page, t) => {
        await press('organization:invite.action', dialog)(page, t);
        const addresses = `nobody, ${records.invitation}`;
        await typeAndSubmit(page, 'organization:invite.emails', addresses, t);
      },
    },
    { name: 'teams', path: `${home}/teams` },
    { name: 'no teams', path: `${empty}/teams` },
    {
      name: 'new team with errors',
      path: `${home}/teams`,
      open: async (page, t) => {
        await press('organization:team.new', dialog)(page, t);
        await submit(page);
      },
    },
    { name: 'team', path: `${home}/teams/${records.team}` },
    {
      name: 'adding members to a team',
      path: `${home}/teams/${records.team}`,
      open: press('organization:team.add', dialog),
    },
    { name: 'service accounts of an organization', path: `${home}/service-accounts` },
    { name: 'no service accounts of an organization', path: `${empty}/service-accounts` },
    {
      name: 'menu of a service account of an organization',
      path: `${home}/service-accounts`,
      open: menu((t) => t('organization:members.menu', { name: 'Nightly sync' })),
    },
    {
      name: 'new service account of an organization with errors',
      path: `${home}/service-accounts`,
      open: async (page, t) => {
        await press('organization:serviceAccount.new', dialog)(page, t);
        await submit(page);
      },
    },
    { name: 'settings of an organization', path: `${home}/settings` },
    {
      name: 'deleting an organization',
      path: `${home}/settings`,
      open: press('organization:delete.action', dialog),
    },
    { name: 'invitation', path: invitation(records.mine) },
    { name: 'expired invitation', path: invitation(records.expired) },
    { name: 'invitation to another account', path: invitation(records.other, 'grace@example.org') },
    { name: 'no such invitation', path: invitation(records.deleted) },
    { name: 'organizations for managers', path: '/manager/organizations' },
    { name: 'organization for managers', path: `/manager/organizations/${records.id}` },
    { name: 'audit log', path: '/manager/audit-log' },
    { name: 'no such entries of the audit log', path: '/manager/audit-log?to=2020-01-01' },
    { name: 'import of repositories', path: '/manager/repositories/csv-import' },
  ];
}
