import { openAsManager } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import {
  createOrganization,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';

test.use({ settings: { SIGNUP_ENABLED: 'false', ORGANIZATIONS: 'false' } });

test('an unknown email is told that a code is sent only if an account exists', async ({
  page,
  mailbox,
}) => {
  const email = `${unique('unknown')}@example.org`;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('main')).toContainText(
    `If an account exists for ${email}, we sent it a code. It expires in 5 minutes.`,
  );
  expect(mailbox.messages.some(({ to }) => to.includes(email))).toBe(false);
});

test('no trace of organizations is left where they are switched off', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const stored = databaseAt(database.url);
  await createUser(stored, { email: adminEmail, role: 'admin' });
  const { id: organizationId } = await createOrganization(stored, { name: 'Organization' });
  const { name } = await createRepository(stored, { organizationId });
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  const trace = page.getByText(/organization|invitations/i);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(trace).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(trace).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette.getByText('Audit log')).toBeVisible();
  await expect(trace).toHaveCount(0);
  await page.goto('/manager/repositories');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'View options' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Created' })).toBeVisible();
  await expect(trace).toHaveCount(0);
  for (const path of ['/app/account', '/app', '/app/organizations', '/manager/organizations']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(trace).toHaveCount(0);
    await expect(page).not.toHaveTitle(/organization/i);
    const isUnknown = path.endsWith('organizations');
    await expect(page.getByText('404')).toHaveCount(isUnknown ? 1 : 0);
  }
});
