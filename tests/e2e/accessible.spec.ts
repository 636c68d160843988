/** axe finds no violation of WCAG 2.2 AA on any screen, in any language, theme and width. */
import type { APIRequestContext, Page } from '@playwright/test';
import { type Language, languageCodes } from '#shared/languages.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { openUser, signedInPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, exhaustive, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';
import { type Texts, textsOf } from '#tests/support/texts.ts';

const widths = [1280, 390] as const;

// The other tests run with motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test covers both widths.
test.skip(({ isMobile }) => isMobile);
// A minute each on an idle machine.
test.describe.configure({ timeout: 600_000 });
test.use({ allowedProblems: [/Failed to load resource|Repositories|net::ERR_FAILED/] });

type Screen = {
  name: string;
  path: string;
  /** Brings the screen into the state to check. */
  open?: (page: Page, t: Texts) => Promise<unknown>;
  /** The only width at which it exists. */
  only?: (typeof widths)[number];
};

/** Closes all dialogs and menus; returns whether any was open. */
async function closeLayers(page: Page): Promise<boolean> {
  const layers = page.locator('[role=dialog], [role=alertdialog], [role=menu]');
  const open = await layers.count();
  for (let left = open; left > 0; left--) {
    await page.keyboard.press('Escape');
    await expect.poll(() => layers.count()).toBeLessThan(left);
  }
  return open > 0;
}

/** Checks each screen at each width; layers are opened again, as dialogs become drawers. */
async function expectAllAccessible(page: Page, language: Language, screens: readonly Screen[]) {
  const t = textsOf(language);
  for (const { name, path, open, only } of screens) {
    await test.step(name, async () => {
      for (const [index, width] of widths.entries()) {
        if (only && only !== width) continue;
        await page.setViewportSize({ width, height: 800 });
        if (index === 0 || only) {
          await page.goto(path);
          await waitUntilLoaded(page);
          await open?.(page, t);
        } else if (await closeLayers(page)) {
          await open?.(page, t);
        }
        await expectAccessible(page, `${name}, ${language}, ${width} px`);
      }
      await expectToFit(page, `${name}, ${language}`, [320]);
    });
  }
}

const press = (key: string, layer: string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: t(key) })
    .first()
    .click();
  await expect(page.locator(layer).first()).toBeVisible();
};
const submit = async (page: Page) => {
  await page.locator('form button[type=submit]').last().click();
  await expect(page.getByRole('alert').first()).toBeVisible();
};
const dialog = '[role=dialog], [role=alertdialog]';

async function createRecords(request: APIRequestContext): Promise<Records> {
  const send = async (query: string, input: object) => {
    const answer = await request.post('/api/graphql', { data: { query, variables: { input } } });
    const { data, errors } = await answer.json();
    expect(errors).toBeUndefined();
    return data;
  };
  const { createRepository } = await send(
    'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { id } } }',
    { name: unique('Lantern'), link: 'git.example.com/lantern', description: 'Lights the way.' },
  );
  const { createUser } = await send(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { email: `${unique('person')}@example.org`, name: 'Ada Lovelace', role: 'USER' },
  );
  return { repository: createRepository.repository.id, user: createUser.user.id };
}

const menu = (label: (t: Texts) => string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: label(t) })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

async function openPalette(page: Page) {
  await expect(async () => {
    if (!(await page.getByRole('combobox').isVisible())) await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

const failQueries = (page: Page) =>
  page.route('**/api/graphql', (route) =>
    /query (Repositories|Users|Repository|User)\b/.test(route.request().postData() ?? '')
      ? route.fulfill({
          json: { errors: [{ message: '', extensions: { code: 'INTERNAL_ERROR' } }] },
        })
      : route.continue(),
  );

function signInScreens(email: string): Screen[] {
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
    { name: 'not found', path: '/nothing' },
  ];
}

type Records = { repository: string; user: string };

function managerScreens({ repository, user }: Records): Screen[] {
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
    {
      name: 'delete repository',
      path: `/manager/repositories/${repository}`,
      open: press('repository:delete.action', dialog),
    },
    { name: 'users', path: '/manager/users' },
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
    { name: 'edit user', path: `${userPage}/update` },
    { name: 'new user with errors', path: '/manager/users/new', open: submit },
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
      name: 'unban, with its toast',
      path: userPage,
      only: 1280,
      open: async (page, t) => {
        await press('user:ban.action', dialog)(page, t);
        await page.getByLabel(t('user:ban.reason')).fill('Test');
        await page.getByRole('dialog').locator('button[type=submit]').click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.locator('[data-sonner-toast]')).toBeVisible();
        // The pointer keeps the toast open.
        await page.locator('[data-sonner-toast]').hover();
      },
    },
    { name: 'banned user', path: userPage },
  ];
}

/** The account, the layers that every page has, and the user area. */
function sharedScreens({ repository }: Records): Screen[] {
  return [
    { name: 'account', path: '/manager/account' },
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
      path: '/manager/account',
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
      name: 'shortcuts',
      path: '/manager/users/new',
      open: async (page, t) => {
        await menu(() => t('common:nav.userMenu'))(page, t);
        await page.getByRole('menuitem', { name: t('common:nav.shortcuts') }).click();
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
    { name: 'no such page in the app', path: '/app/nothing' },
  ];
}

for (const language of languageCodes) {
  test(`signing in, in ${language}`, exhaustive(language === 'en'), async ({ page, mailbox }) => {
    const t = textsOf(language);
    const email = `${unique('reader')}@example.org`;
    await page.goto(`/login?lng=${language}`);
    await page.getByLabel(t('auth:login.email')).fill(email);
    await page.locator('form button[type=submit]').click();
    await mailbox.next(email);
    await expectAllAccessible(page, language, signInScreens(email));

    const newcomer = `${unique('newcomer')}@example.org`;
    await page.goto('/login');
    await page.getByLabel(t('auth:login.email')).fill(newcomer);
    await page.locator('form button[type=submit]').click();
    const { code } = await mailbox.next(newcomer);
    await page.getByLabel(t('auth:verify.code')).fill(code);
    await expect(page.getByLabel(t('auth:onboarding.name'))).toBeVisible();
    await expectAllAccessible(page, language, [
      { name: 'onboarding', path: '/app' },
      { name: 'onboarding with an error', path: '/app', open: submit },
      {
        name: 'forbidden',
        path: '/app',
        open: async (page) => {
          const name = page.getByLabel(t('auth:onboarding.name'));
          if (await name.isVisible()) {
            await name.fill('Amina');
            await page.locator('form button[type=submit]').click();
            await expect(
              page.getByRole('button', { name: t('common:nav.userMenu') }),
            ).toBeVisible();
          }
          await page.goto('/manager/users');
          await expect(page.getByRole('heading', { name: t('common:error.403') })).toBeVisible();
        },
      },
    ]);
  });

  for (const [area, screensOf] of Object.entries({
    manager: managerScreens,
    user: sharedScreens,
  })) {
    test(
      `the ${area} area in ${language}`,
      exhaustive(language === 'en'),
      async ({ page, mailbox }) => {
        await signIn(page, mailbox, adminEmail);
        const records = await createRecords(page.request);
        await page.goto(`/manager/users?lng=${language}`);
        await expectAllAccessible(page, language, screensOf(records));
      },
    );
  }

  test(
    `a list that fails to load, in ${language}`,
    exhaustive(language === 'en'),
    async ({ page, mailbox }) => {
      const t = textsOf(language);
      await signIn(page, mailbox, adminEmail);
      await page.goto(`/manager/account?lng=${language}`);
      await failQueries(page);
      await expectAllAccessible(page, language, [
        {
          name: 'repositories that fail to load',
          path: '/manager/account',
          open: async (page) => {
            await page.goto('/manager/repositories');
            await expect(page.getByText(t('common:list.failed')).first()).toBeVisible({
              timeout: 30_000,
            });
          },
          only: 1280,
        },
      ]);
    },
  );

  test(
    `impersonation in ${language}`,
    exhaustive(language === 'en'),
    async ({ page, browser, product, mailbox }) => {
      const { email, page: own } = await signedInPage(
        browser,
        product.url,
        mailbox,
        'Ada Lovelace',
      );
      await own.context().close();
      await signIn(page, mailbox, adminEmail);
      await openUser(page, email, 'Ada Lovelace');
      await page.getByRole('button', { name: 'Impersonate' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
      await expect(page).toHaveURL(/\/app$/);
      await expectAllAccessible(page, language, [
        { name: 'impersonation', path: `/app/account?lng=${language}` },
      ]);
    },
  );
}
