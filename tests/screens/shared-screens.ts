import { expect } from '#tests/support/e2e.ts';
import {
  dialog,
  menu,
  openPalette,
  press,
  type Records,
  type Screen,
  submit,
} from './screen-steps.ts';

export function signInScreens(email: string): Screen[] {
  return [
    { name: 'login', path: '/login' },
    { name: 'login with an error', path: '/login', open: submit },
    {
      name: 'verify with a wrong code',
      path: `/login/verify?email=${encodeURIComponent(email)}`,
      open: async (page, t) => {
        await page.getByLabel(t('auth:verify.code')).fill('000000');
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    { name: 'access denied', path: '/login/error?error=access_denied' },
    { name: 'unknown error', path: '/login/error?error=nonsense' },
    { name: 'passkey at sign-in', path: '/login/passkey' },
    {
      name: 'recovery code at sign-in',
      path: '/login/passkey',
      open: async (page, t) => {
        await page.getByRole('button', { name: t('passkey:step.useCode') }).click();
        await submit(page);
      },
    },
    { name: 'first passkey at sign-in', path: '/login/passkey/setup' },
    { name: 'it was not me', path: '/secure-account#token' },
    { name: 'it was not me, without a token', path: '/secure-account' },
    { name: 'not found', path: '/nothing' },
  ];
}

export function sharedScreens({ repository }: Records): Screen[] {
  return [
    { name: 'account', path: '/manager/account' },
    { name: 'security', path: '/manager/account/security' },
    { name: 'access tokens', path: '/manager/account/access-tokens' },
    {
      name: 'new access token with errors',
      path: '/manager/account/access-tokens',
      open: async (page, t) => {
        await press('accessToken:new', dialog)(page, t);
        await submit(page);
      },
    },
    { name: 'appearance', path: '/manager/account/appearance' },
    {
      name: 'change name',
      path: '/manager/account',
      open: press('account:profile.changeName', dialog),
    },
    {
      name: 'change email with errors',
      path: '/manager/account',
      open: async (page, t) => {
        await press('account:profile.changeEmail', dialog)(page, t);
        await submit(page);
      },
    },
    {
      name: 'delete account',
      path: '/manager/account/data',
      open: press('account:delete.action', dialog),
    },
    {
      name: 'menu of oneself',
      path: '/manager/users/new',
      open: menu((t) => t('common:nav.userMenu')),
    },
    {
      name: 'palette',
      path: '/manager/users/new',
      open: async (page) => {
        await openPalette(page);
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    },
    {
      name: 'palette without a result',
      path: '/manager/users/new',
      only: 1280,
      open: async (page, t) => {
        await openPalette(page);
        await page.getByRole('combobox').fill('nothing-like-this');
        const none = t('palette:none', { term: 'nothing-like-this' });
        await expect(page.getByText(none)).toBeVisible();
      },
    },
    {
      name: 'palette keys',
      path: '/manager/users/new',
      open: async (page, t) => {
        await menu(() => t('common:nav.userMenu'))(page, t);
        await page.getByRole('menuitem', { name: t('common:nav.paletteKeys') }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'leave without saving',
      path: '/manager/repositories/new',
      open: async (page) => {
        await page.locator('form input').first().fill('x');
        await page.locator('main').getByRole('link').first().click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      name: 'narrow sidebar',
      path: '/manager/users/new',
      open: press('common:nav.toggleSidebar', 'main'),
      only: 1280,
    },
    {
      name: 'navigation',
      path: '/manager/users/new',
      open: press('common:nav.openMenu', dialog),
      only: 390,
    },
    { name: 'no such page in the manager area', path: '/manager/nothing' },
    { name: 'no such repository', path: '/manager/repositories/repo_nothing' },
    { name: 'home', path: '/app' },
    { name: 'own repositories', path: '/app/repositories' },
    { name: 'own repository', path: `/app/repositories/${repository}` },
    { name: 'own account', path: '/app/account' },
    { name: 'review of the own account', path: '/app/account/security?review=true' },
    { name: 'no such page in the app', path: '/app/nothing' },
  ];
}
