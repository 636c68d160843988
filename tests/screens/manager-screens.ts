import { expect } from '#tests/support/e2e.ts';
import { dialog, menu, press, type Records, type Screen, submit } from './screen-steps.ts';

export function managerScreens({ repository, user }: Records): Screen[] {
  const userPage = `/manager/users/${user}`;
  return [
    { name: 'dashboard', path: '/manager/dashboard' },
    {
      name: 'dashboard with tables',
      path: '/manager/dashboard',
      open: async (page) => {
        for (const each of await page.locator('summary').all()) await each.click();
      },
      only: 1280,
    },
    { name: 'system', path: '/manager/system' },
    { name: 'repositories', path: '/manager/repositories' },
    { name: 'no result', path: '/manager/repositories?searchTerm=nothing-like-this' },
    {
      name: 'menu of a row',
      path: '/manager/repositories',
      open: async (page) => {
        await page.locator('main li [aria-haspopup=menu]').first().click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    { name: 'new repository with errors', path: '/manager/repositories/new', open: submit },
    { name: 'repository', path: `/manager/repositories/${repository}` },
    { name: 'edit repository', path: `/manager/repositories/${repository}/update` },
    { name: 'users', path: '/manager/users' },
    {
      name: 'selected users',
      path: '/manager/users',
      open: async (page, t) => {
        await page.locator('main [data-row] input[type=checkbox]').first().check({ force: true });
        const bar = page.getByRole('region', { name: t('list:selection.label') });
        await expect(bar).toBeVisible();
      },
    },
    { name: 'nobody', path: '/manager/users?role=admin&status=banned' },
    {
      name: 'filter of users',
      path: '/manager/users',
      open: menu((t) =>
        t('common:labelled', { label: t('user:filter.role'), value: t('user:filter.anyRole') }),
      ),
    },
    {
      name: 'dates',
      path: '/manager/users',
      open: press('user:filter.created', dialog),
    },
    { name: 'user', path: userPage },
    { name: 'delete user', path: userPage, open: press('user:delete.title', dialog) },
    { name: 'edit user', path: `${userPage}/update` },
    { name: 'new user with errors', path: '/manager/users/new', open: submit },
    { name: 'service accounts', path: '/manager/service-accounts' },
    {
      name: 'new service account with errors',
      path: '/manager/service-accounts/new',
      open: submit,
    },
    {
      name: 'ban with errors',
      path: userPage,
      open: async (page, t) => {
        await press('user:ban.action', dialog)(page, t);
        await submit(page);
      },
    },
    {
      name: 'ban with a calendar',
      path: userPage,
      open: async (page, t) => {
        await press('user:ban.action', dialog)(page, t);
        await page.getByRole('button', { name: t('user:ban.lastDay') }).click();
        await expect(page.getByRole('grid')).toBeVisible();
      },
    },
    {
      name: 'ban with its toast',
      path: userPage,
      open: async (page, t) => {
        await press('user:ban.action', dialog)(page, t);
        await page.getByLabel(t('user:ban.reason')).fill('Test');
        await page.getByRole('dialog').locator('button[type=submit]').click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.locator('[data-sonner-toast]')).toBeVisible();
        await page.locator('[data-sonner-toast]').hover();
      },
    },
    { name: 'banned user', path: userPage },
  ];
}
