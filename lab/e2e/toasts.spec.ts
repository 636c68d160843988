import type { Page } from '@playwright/test';
import { exhaustive, quickLanguages } from '#lab/support/exhaustive.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import {
  createOrganization,
  createRepository,
  createTeam,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { expectToastsApart, keepToasts, waitUntilLoaded } from '#tests/support/page-layout.ts';

const sizes = { desktop: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const;

async function resize(page: Page, size: keyof typeof sizes): Promise<void> {
  const [width, height] = sizes[size];
  await page.setViewportSize({ width, height });
}

async function expectApart(page: Page, screen: string): Promise<void> {
  await waitUntilLoaded(page);
  for (const size of ['phone', 'tablet', 'desktop'] as const) {
    await resize(page, size);
    await expectToastsApart(page, `${screen} on a ${size}`);
  }
}

async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]:visible`).first().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

test.beforeEach(async ({ page }) => {
  await keepToasts(page);
  await resize(page, 'desktop');
});

for (const language of quickLanguages) {
  test(
    `in the user area in ${language}`,
    exhaustive(false),
    async ({ page, mailbox, product, database }) => {
      const stored = databaseAt(database.url);
      await openAsManager(page, mailbox, product, '/app');
      const owner = await stored.user.findFirstOrThrow({ where: { email: adminEmail } });
      const { id: memberId } = await createUser(stored);
      const { id, slug } = await createOrganization(stored, {
        ...{ ownerId: owner.id, members: { [memberId]: 'member' } },
      });
      const { id: teamId } = await createTeam(stored, id);
      await createRepository(stored, { organizationId: id });
      const home = `/app/organizations/${slug}`;
      await page.goto(`${home}/settings?lng=${language}`);
      await page.locator('main input[name=name]').fill(unique('Lantern'));
      await page.locator('main form button[type=submit]').click();
      await expectApart(page, 'settings');
      for (const tab of ['', '/repositories', '/members', '/invitations', '/teams']) {
        await follow(page, `${home}${tab}`);
        await expectApart(page, tab || 'organization');
      }
      await follow(page, `${home}/teams/${teamId}`);
      await expectApart(page, 'team');
      await resize(page, 'phone');
      await page.locator('main header button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectToastsApart(page, 'a drawer');
      await page.keyboard.press('Escape');
      await resize(page, 'desktop');
      await follow(page, '/app');
      await expectApart(page, 'home');
      await follow(page, '/app/repositories');
      await expectApart(page, 'repositories');
      await page.locator('header [aria-haspopup=menu]').last().click();
      await follow(page, '/app/account');
      await expectApart(page, 'account');
    },
  );

  test(`in the manager area in ${language}`, async ({ page, mailbox, product, database }) => {
    const stored = databaseAt(database.url);
    const repositories = await Promise.all([1, 2, 3].map(() => createRepository(stored)));
    const [first, second] = repositories;
    await openAsManager(page, mailbox, product, '/manager/dashboard');
    const list = '/manager/repositories';
    await page.goto(`${list}/${first?.id}/update?lng=${language}`);
    await page.locator('main textarea').fill('Lights the hall.');
    await page.locator('main form button[type=submit]').click();
    await expect(page).toHaveURL(new RegExp(`${list}/${first?.id}$`));
    await expectApart(page, 'repository');
    await follow(page, `${list}/${first?.id}/update`);
    await expectApart(page, 'edit repository');
    await follow(page, list);
    await expectApart(page, 'repositories');
    await page.locator(`[data-row="${second?.id}"] a`).focus();
    await page.keyboard.press('x');
    await expect(page.locator('[data-selection-bar]')).toBeVisible();
    await expectApart(page, 'selected repositories');
    await follow(page, `${list}/new`);
    await expectApart(page, 'new repository');
    for (const name of ['dashboard', 'users', 'organizations', 'service-accounts', 'audit-log']) {
      await follow(page, `/manager/${name}`);
      await expectApart(page, name);
    }
  });
}
