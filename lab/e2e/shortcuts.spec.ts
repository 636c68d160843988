import { signIn } from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

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
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  // A second key press may have come after the focus.
  await box.fill('');
  await page.keyboard.type('/?');
  await expect(box).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('touch screens have no list of keyboard shortcuts', async ({ page, mailbox, isMobile }) => {
  test.skip(!isMobile);
  await signIn(page, mailbox, `${unique('touch')}@example.org`);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(0);
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
