import { exhaustive } from '#lab/support/exhaustive.ts';
import { newId } from '#server/database/ids.ts';
import {
  createBusyManager,
  download,
  readCsv,
  readNdjson,
  rows,
  total,
} from '#tests/e2e/steps/audit-log.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';

test(
  'a row leads to what it is about, and a user’s page to what they did',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const name = unique('Grace');
    const { id, repository } = await createBusyManager(database.url, name, 1);
    await openAsManager(page, mailbox, product, `/manager/users/${id}`);
    await page.getByRole('link', { name: 'Actions by this account' }).click();
    await expect(page).toHaveURL(new RegExp(`/manager/audit-log\\?actor=${id}$`));
    await expect(total(page)).toHaveText('1 event');
    await rows(page).getByRole('link', { name: 'Repository updated' }).click();
    await expect(page.getByRole('heading', { level: 1, name: repository.name })).toBeVisible();
    await page.goBack();
    await rows(page).getByRole('button', { name: 'Actions for this event' }).click();
    await page.getByRole('menuitem', { name: `Open ${repository.name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: repository.name })).toBeVisible();
    await page.goBack();
    await rows(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goto('/manager/audit-log');
    await page.getByRole('combobox', { name: 'By' }).fill(name);
    await page.getByRole('option', { name }).click();
    await expect(page).toHaveURL(new RegExp(`actor=${id}$`));
    await expect(total(page)).toHaveText('1 event');
  },
);

test(
  'what happened in an organization names it, leads to it and is filtered by it',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const stored = databaseAt(database.url);
    const [name, actor] = [unique('Lighthouse'), unique('Grace')];
    const owner = await createUser(stored, { name: actor });
    const member = await createUser(stored, { name: unique('Alan') });
    const { id } = await createOrganization(stored, { name, ownerId: owner.id });
    const common = { recordId: id, actorId: owner.id };
    await stored.auditEvent.create({
      data: { ...common, id: newId('AuditEvent'), kind: 'organization_updated', detail: 'Before' },
    });
    await stored.auditEvent.create({
      data: {
        ...{ ...common, id: newId('AuditEvent'), userId: member.id },
        ...{ kind: 'member_role_changed', detail: 'admin' },
      },
    });
    await openAsManager(page, mailbox, product, `/manager/audit-log?actor=${owner.id}`);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Member role changed');
    await expect(rows(page).first()).toContainText(new RegExp(`${member.name}.*${name}.*Admin`));
    await expect(rows(page).last()).toContainText(new RegExp(`${name}.*Formerly .*Before`));
    await rows(page).first().getByRole('button', { name: 'Actions for this event' }).click();
    await page.getByRole('menuitem', { name: `Only events about ${name}` }).click();
    const chip = page.getByRole('button', { name: `Remove the filter “About ${name}”` });
    await expect(chip).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Event: Any event' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Organization updated' }).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).getByRole('link', { name: 'Organization updated' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  },
);

test(
  'a URL that somebody made up shows all events or none, and no error',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const name = unique('Grace');
    const { id } = await createBusyManager(database.url, name, 1);
    await openAsManager(page, mailbox, product, '/manager/audit-log');
    const everything = [
      'kind=EMPEROR',
      'from=2026-02-31',
      `actor=${'x'.repeat(41)}`,
      'kind=constructor',
    ];
    for (const search of everything) {
      await page.goto(`/manager/audit-log?${search}`);
      await expect(rows(page).first()).toBeVisible();
    }
    for (const search of ["subject='%20OR%201=1", 'actor=usr_', 'from=9998-12-31', 'subject=%00']) {
      await page.goto(`/manager/audit-log?${search}`);
      await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    }
    // No event is listed, so the name can't come from an event.
    await page.goto(`/manager/audit-log?actor=${id}&from=2001-01-01&to=2001-12-31`);
    await expect(
      page.getByRole('button', { name: `Remove the filter “By ${name}”` }),
    ).toBeVisible();
  },
);

const extremeNames = [
  'W'.repeat(100),
  '=HYPERLINK("https://evil.example","x")',
  'quoted "name", with; commas\tand a tab',
  'مستودع طويل جدا للخرائط والوثائق القديمة',
  '\u202Egnp.exe',
  '👩‍👩‍👧‍👦'.repeat(9),
];

test(
  'names of any kind fit the screen and stay whole in files',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const actor = await createUser(databaseAt(database.url), {
      name: 'M'.repeat(100),
      role: 'admin',
    });
    await databaseAt(database.url).auditEvent.createMany({
      data: extremeNames.map((subjectName) => ({
        id: newId('AuditEvent'),
        recordId: newId('Repository'),
        actorId: actor.id,
        kind: 'repository_deleted' as const,
        subjectName,
      })),
    });
    await openAsManager(page, mailbox, product, `/manager/audit-log?actor=${actor.id}`);
    await expect(rows(page)).toHaveCount(extremeNames.length);
    await waitUntilLoaded(page);
    await expectToFit(page, 'audit log', [1440, 768, 390, 320]);
    const namesOf = (events: { subjectName?: string | null }[]) =>
      events.map(({ subjectName }) => subjectName).sort();
    const ndjson = readNdjson((await download(page, 'Download NDJSON')).text);
    expect(namesOf(ndjson)).toEqual(extremeNames.toSorted());
    const csv = readCsv((await download(page, 'Download CSV')).text);
    expect(csv.errors).toEqual([]);
    // An apostrophe guards text that a spreadsheet would read as a formula.
    const guarded = extremeNames.map((name) => (name.startsWith('=') ? `'${name}` : name));
    expect(namesOf(csv.data)).toEqual(guarded.toSorted());
  },
);
