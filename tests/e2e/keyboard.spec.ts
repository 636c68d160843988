/** Keyboard use: command palette, search box, list of shortcuts, and closing dialogs. */
import type { Locator, Page } from '@playwright/test';
import { Client } from 'pg';
import { newId } from '#server/database/ids.ts';
import { newPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';

test('the palette finds a repository and a person, and remembers them', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const repository = unique('palette');
  const id = newId('Repository');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
     VALUES ($1, $2, 'https://git.example.com/x', '', now())`,
    [id, repository],
  );
  await client.end();
  const email = `${unique('found')}@example.org`;
  const person = await newPage(browser, product.url);
  await signIn(person, mailbox, email);
  await person.context().close();

  await signIn(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await expect(page.getByRole('slider').first()).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to' });
  // Shortcuts work shortly after the page has loaded.
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await field.fill(repository.slice(2));
  const option = page.getByRole('option', { name: repository });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/repositories/${id}`);
  await expect(page.getByRole('heading', { name: repository })).toBeVisible();
  await expect(field).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill(email.slice(0, -4));
  await expect(page.getByRole('option', { name: email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manager\/users\/usr_/);
  await expect(page.getByText(email).first()).toBeVisible();

  // The most recent destination is first, by its name.
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent.nth(1)).toContainText(repository);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/repositories/${id}`);
});

test('a user without permission to see users finds none in the palette', async ({
  page,
  mailbox,
}) => {
  await signIn(page, mailbox, `${unique('reader')}@example.org`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to' });
  // Shortcuts are loaded in a separate chunk.
  await expect(async () => {
    await page.getByRole('button', { name: 'Account menu' }).press('Control+k');
    await expect(field).toBeFocused({ timeout: 3_000 });
  }).toPass();
  await field.fill('manager');
  await expect(page.getByText('No results for “manager”')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Users' })).toHaveCount(0);
});

test('slash focuses the search box, question mark lists the shortcuts, and fields receive both as text', async ({
  page,
  mailbox,
}) => {
  await signIn(page, mailbox, adminEmail);
  await page.goto('/manager/repositories');
  const box = page.getByRole('searchbox', { name: 'Search repositories' });
  await expect(box).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).focus();
  // Shortcuts are loaded in a separate chunk.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('/?');
  await expect(box).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Ctrl+K is the only shortcut that works inside a field.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();

  const menu = page.getByRole('button', { name: 'Account menu' });
  await menu.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('/');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('Escape closes only the topmost layer and restores the focus', async ({ page, mailbox }) => {
  await signIn(page, mailbox, `${unique('layers')}@example.org`);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  const opener = page.getByRole('button', { name: 'Change name' });
  await opener.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Change name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  const menu = page.getByRole('button', { name: 'Account menu' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

/** Presses Tab or Shift+Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 100; steps++) {
    const key = await target.evaluate((element) => {
      const at = document.activeElement ?? document.body;
      if (element === at) return null;
      const before = at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? 'Shift+Tab' : 'Tab';
    });
    if (!key) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached with Tab').toBeFocused();
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the text of a field. */
async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Expects the field to have the focus and `error` as its description. */
async function expectWrong(field: Locator, error: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(error);
}

/** Expects `text` in a live region. */
async function expectAnnounced(page: Page, text: string): Promise<void> {
  await expect(page.locator('[aria-live=polite]').getByText(text)).toBeVisible();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function enterByKeys(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const { code } = await mailbox.next(email);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(code);
  const name = page.getByLabel('What is your name?');
  await expect(name.or(page.getByRole('button', { name: 'Account menu' })).first()).toBeVisible();
  if (!(await name.isVisible())) return;
  await expect(name).toBeFocused();
  await page.keyboard.type('Kay Board');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

test.describe('without a mouse', () => {
  // A phone has no Tab key.
  test.skip(({ isMobile }) => isMobile);

  test('a manager creates, edits and deletes a repository', async ({ page, mailbox }) => {
    const name = unique('Keystone');
    await enterByKeys(page, mailbox, adminEmail);
    await page.goto('/manager/repositories');
    await expect(heading(page, 'Repositories')).toBeVisible();

    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await pressOn(
      page,
      page.getByRole('main').getByRole('link', { name: 'New repository' }).first(),
    );
    await expect(heading(page, 'New repository')).toBeFocused();
    const link = page.getByRole('textbox', { name: 'Link' });
    await typeInto(page, page.getByRole('textbox', { name: 'Name' }), name);
    await typeInto(page, link, 'abc');
    await page.keyboard.press('Enter');
    await expectWrong(link, 'Invalid link, must be at least 4 characters');
    await typeInto(page, link, 'git.example.com/keystone');
    await pressOn(page, page.getByRole('button', { name: 'Create repository' }));
    await expect(heading(page, name)).toBeFocused();
    await expectAnnounced(page, 'Repository created');

    await pressOn(page, page.getByRole('link', { name: 'Edit' }));
    await expect(heading(page, `Edit ${name}`)).toBeFocused();
    await typeInto(page, page.getByLabel('Description'), 'Holds the arch.');
    await pressOn(page, page.getByRole('button', { name: 'Save changes' }));
    await expect(heading(page, name)).toBeFocused();
    await expect(page.getByText('Holds the arch.')).toBeVisible();

    const remove = page.getByRole('button', { name: 'Delete repository' });
    await pressOn(page, remove);
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await pressOn(page, question.getByRole('button', { name: 'Delete repository' }));
    await expect(heading(page, 'Repositories')).toBeFocused();
    await expectAnnounced(page, 'Repository deleted');

    // After a deletion from a row's menu the focus stays in the list.
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  test('a manager creates and edits a user', async ({ page, browser, product, mailbox }) => {
    const email = `${unique('typed')}@example.org`;
    await enterByKeys(page, mailbox, adminEmail);
    await page.goto('/manager/users');
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'New user' }).first());
    await expect(heading(page, 'New user')).toBeFocused();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.press('Enter');
    await expectWrong(page.getByLabel('Email'), 'Email is required');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(heading(page, email)).toBeFocused();

    const invitation = await mailbox.next(email);
    expect(invitation.text).toContain(product.url);
    const guest = await newPage(browser, product.url);
    await signIn(guest, mailbox, email);
    await expect(guest).toHaveURL(/\/app$/);
    await page.reload();
    await expect(heading(page, 'Ada Lovelace')).toBeVisible();

    await pressOn(page, page.getByRole('link', { name: 'Edit' }));
    await typeInto(page, page.getByLabel('Name'), 'Ada King');
    await tabTo(page, page.getByRole('radio', { name: 'User' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked();
    await pressOn(page, page.getByRole('button', { name: 'Save changes' }));
    await expect(heading(page, 'Ada King')).toBeFocused();
    await pressOn(page, page.getByRole('link', { name: 'Edit' }));
    await tabTo(page, page.getByRole('radio', { name: 'Admin' }));
    await page.keyboard.press('ArrowUp');
    await pressOn(page, page.getByRole('button', { name: 'Save changes' }));
    await expect(heading(page, 'Ada King')).toBeFocused();

    const sessions = page.getByRole('list', { name: 'Sessions' });
    await pressOn(page, sessions.getByRole('button', { name: /^Revoke/ }));
    const question = page.getByRole('alertdialog');
    await pressOn(page, question.getByRole('button', { name: 'Revoke session' }));
    await expect(page.getByRole('main')).toContainText('Ada King is not signed in anywhere.');
    await expectAnnounced(page, 'Session revoked');
    // The focus stays near the deleted row.
    expect(await page.evaluate(() => document.activeElement?.matches('main section, main'))).toBe(
      true,
    );
    await guest.context().close();

    const ban = page.getByRole('button', { name: 'Ban…' });
    await pressOn(page, ban);
    const dialog = page.getByRole('dialog', { name: 'Ban Ada King' });
    const reason = dialog.getByLabel('Reason');
    await expect(reason).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(ban).toBeFocused();
    await page.keyboard.press('Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Ban user' }));
    await expectWrong(reason, 'Reason is required');
    await page.keyboard.type('Typed.');
    const day = dialog.getByRole('button', { name: 'Last day: No end' });
    await pressOn(page, day);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(day).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid').locator('button:focus')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(day).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: /^Last day/ })).toBeFocused();
    await pressOn(page, dialog.getByRole('button', { name: 'Ban user' }));
    await expect(dialog).toHaveCount(0);
    const unban = page.getByRole('button', { name: 'Unban' });
    await expect(unban).toBeFocused();
    await expectAnnounced(page, 'User banned');
    await page.keyboard.press('Enter');
    await pressOn(page, question.getByRole('button', { name: 'Unban' }));
    await expect(ban).toBeFocused();

    await pressOn(page, page.getByRole('button', { name: 'Impersonate' }));
    await pressOn(page, question.getByRole('button', { name: 'Impersonate' }));
    await expect(page).toHaveURL(/\/app$/);
    await pressOn(page, page.getByRole('button', { name: 'Stop' }));
    await expect(heading(page, 'Ada King')).toBeVisible();

    await pressOn(page, page.getByRole('button', { name: 'Delete user' }));
    await pressOn(page, question.getByRole('button', { name: 'Delete user' }));
    await expect(page).toHaveURL(/\/manager\/users$/);
    await expect(heading(page, 'Users')).toBeFocused();
    await expectAnnounced(page, 'User deleted');
  });

  test('a user edits their own account', async ({ page, browser, product, mailbox }) => {
    const email = `${unique('own')}@example.org`;
    const moved = `${unique('moved')}@example.org`;
    await enterByKeys(page, mailbox, email);
    for (const _ of [1, 2]) {
      const elsewhere = await newPage(browser, product.url);
      await signIn(elsewhere, mailbox, email);
      await expect(elsewhere).toHaveURL(/\/app$/);
      await elsewhere.context().close();
    }
    await page.goto('/app/account');

    const changeName = page.getByRole('button', { name: 'Change name' });
    await pressOn(page, changeName);
    await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Kay Two');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(changeName).toBeFocused();
    await expectAnnounced(page, 'Name saved');

    const changeEmail = page.getByRole('button', { name: 'Change email' });
    await pressOn(page, changeEmail);
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    const newEmail = dialog.getByLabel('New email');
    await expect(newEmail).toBeFocused();
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expectWrong(newEmail, 'Email is invalid');
    await typeInto(page, newEmail, moved);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
    await page.keyboard.type((await mailbox.next(moved)).code);
    await expect(dialog).toHaveCount(0);
    await expect(changeEmail).toBeFocused();

    await tabTo(page, page.getByRole('radio', { name: 'System' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await tabTo(page, page.getByRole('radio', { name: 'English' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('radio', { name: 'Français' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');

    const sessions = page.getByRole('list', { name: 'Sessions' });
    const question = page.getByRole('alertdialog');
    await pressOn(page, sessions.getByRole('button', { name: /^Revoke/ }).first());
    await pressOn(page, question.getByRole('button', { name: 'Revoke session' }));
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await pressOn(page, page.getByRole('button', { name: 'Sign out everywhere else' }));
    await pressOn(page, question.getByRole('button', { name: 'Sign out everywhere else' }));
    await expect(sessions.getByRole('listitem')).toHaveCount(1);

    const menu = page.getByRole('button', { name: 'Account menu' });
    const logOut = page.getByRole('menuitem', { name: 'Sign out' });
    await pressOn(page, menu);
    await expect(logOut).toBeVisible();
    await page.keyboard.press('End');
    await expect(logOut).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(logOut).toBeVisible();
    await page.keyboard.type('sign');
    await expect(logOut).toBeFocused();
    await page.keyboard.press('Enter');
    await pressOn(page, question.getByRole('button', { name: 'Sign out' }));
    await expect(page).toHaveURL(/\/login/);

    await enterByKeys(page, mailbox, moved);
    await page.goto('/app/account');
    await pressOn(page, page.getByRole('button', { name: 'Delete my account' }));
    await pressOn(page, question.getByRole('button', { name: 'Send code' }));
    await expect(question.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
    await page.keyboard.type((await mailbox.next(moved)).code);
    await pressOn(page, question.getByRole('button', { name: 'Delete account' }));
    await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('dialogs and drawers do not animate', async ({ page, mailbox }) => {
    await signIn(page, mailbox, `${unique('calm')}@example.org`);
    await expect(page).toHaveURL(/\/app$/);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/app/account');
      const longest = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let most = 0;
            const end = performance.now() + 2_000;
            const look = () => {
              for (const { effect } of document.getAnimations()) {
                most = Math.max(most, Number(effect?.getComputedTiming().activeDuration ?? 0));
              }
              if (performance.now() < end) requestAnimationFrame(look);
              else resolve(most);
            };
            look();
          }),
      );
      await page.getByRole('button', { name: 'Change name' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      expect(await longest).toBeLessThan(1);
    }
  });
});
