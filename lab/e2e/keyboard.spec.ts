import { exhaustive } from '#lab/support/exhaustive.ts';
import { languages } from '#shared/languages.ts';
import { ageSessions, newPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import {
  enterByKeys,
  expectAnnounced,
  expectWrong,
  heading,
  pressOn,
  tabTo,
  typeInto,
} from '#tests/support/keyboard.ts';
import { second } from '#tests/support/other-languages.ts';

test.describe('without a mouse', () => {
  // A phone has no Tab key.
  test.skip(({ isMobile }) => isMobile);
  // The 403 that asks for a proof of identity.
  test.use({ allowedProblems: [/status of 403/] });

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
    await expect(heading(page, 'New repository')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
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
    await expect(heading(page, `Edit ${name}`)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await typeInto(page, page.getByLabel('Description'), 'Holds the arch.');
    await page.keyboard.press('Control+Enter');
    await expect(heading(page, name)).toBeFocused();
    await expect(page.getByText('Holds the arch.')).toBeVisible();

    const remove = page.getByRole('button', { name: 'Delete repository' });
    await pressOn(page, remove);
    await expect(heading(page, 'Repositories')).toBeFocused();
    await expectAnnounced(page, 'Repository deleted');

    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  test('a manager creates and edits a user', async ({ page, browser, product, mailbox }) => {
    const email = `${unique('typed')}@example.org`;
    await enterByKeys(page, mailbox, adminEmail);
    await page.goto('/manager/users');
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'New user' }).first());
    await expect(heading(page, 'New user')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
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
    await expect(page.getByRole('main')).toContainText('Ada King is not signed in anywhere');
    await expectAnnounced(page, 'Session revoked');
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
    await expect(ban).toBeFocused();

    await pressOn(page, page.getByRole('button', { name: 'Delete user' }));
    await pressOn(page, question.getByRole('button', { name: 'Delete user' }));
    await expect(page).toHaveURL(/\/manager\/users$/);
    await expect(heading(page, 'Users')).toBeFocused();
    await expectAnnounced(page, 'User deleted');
  });

  test(
    'a user edits their own account',
    exhaustive(false),
    async ({ page, browser, product, mailbox, database }) => {
      const email = `${unique('own')}@example.org`;
      const moved = `${unique('moved')}@example.org`;
      await enterByKeys(page, mailbox, email);
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

      await pressOn(page, page.getByRole('link', { name: 'Appearance' }));
      await tabTo(page, page.getByRole('radio', { name: 'System' }));
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('html')).toHaveClass(/dark/);
      await tabTo(page, page.getByRole('radio', { name: 'English' }));
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('html')).toHaveAttribute('lang', second);
      await expect(page.getByRole('radio', { name: languages[second].name })).toBeFocused();
      const isMirrored = languages[second].direction === 'rtl';
      await page.keyboard.press(isMirrored ? 'ArrowRight' : 'ArrowLeft');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');

      // After the change of address, which ends all other sessions.
      for (const _ of [1, 2]) {
        const elsewhere = await newPage(browser, product.url);
        await signIn(elsewhere, mailbox, moved);
        await expect(elsewhere).toHaveURL(/\/app$/);
        await elsewhere.context().close();
      }
      await pressOn(page, page.getByRole('link', { name: 'Security' }));
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
      await page.keyboard.press('Escape');
      await expect(menu).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(logOut).toBeVisible();
      await page.keyboard.type('sign');
      await expect(logOut).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/login/);

      await enterByKeys(page, mailbox, moved);
      await page.goto('/app/account/data');
      await pressOn(page, page.getByRole('button', { name: 'Delete my account' }));
      await ageSessions(databaseAt(database.url), moved);
      await pressOn(page, question.getByRole('button', { name: 'Delete account' }));
      const identity = page.getByRole('dialog', { name: "Confirm that it's you" });
      await expect(identity.getByRole('button', { name: 'Send code' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(identity.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
      await page.keyboard.type((await mailbox.next(moved)).code);
      await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/login$/);
    },
  );
});
