import type { Page } from '@playwright/test';
import { exhaustive } from '#lab/support/exhaustive.ts';
import { languageCodes } from '#shared/languages.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, isOperation, test } from '#tests/support/e2e.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import { mirrored } from '#tests/support/other-languages.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';

test.use({ allowedProblems: ['/api/auth/sign-in/email-otp'] });

const lists = ['users', 'repositories', 'organizations'];

const lengthenDates = (page: Page) =>
  page.evaluate(() => {
    const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
    const texts = (['minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) =>
      [2, 3, 11].map((count) => format.format(-count, unit)),
    );
    const [longest = ''] = texts.sort((one, other) => other.length - one.length);
    for (const time of document.querySelectorAll('[data-cell] time')) time.textContent = longest;
  });

const findCramped = (page: Page) =>
  page.locator('[data-cell]').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.clientWidth > 0 && getComputedStyle(cell).flexShrink === '0')
      .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.clientHeight > 32)
      .map((cell) => cell.textContent),
  );

test.describe('columns', () => {
  test.skip(({ isMobile }) => isMobile);
  for (const language of languageCodes) {
    test(`fit their words in ${language}`, async ({ page, mailbox, product, database }) => {
      const stored = databaseAt(database.url);
      await createUser(stored, { email: `${unique('admin')}@example.org`, role: 'admin' });
      await openAsManager(page, mailbox, product, '/manager/dashboard');
      for (const list of lists) {
        for (const width of [1440, 1024]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(`/manager/${list}?lng=${language}`);
          await waitUntilLoaded(page);
          await lengthenDates(page);
          expect.soft(await findCramped(page), `${list} at ${width} px`).toEqual([]);
        }
      }
    });
  }
});

for (const language of languageCodes) {
  test(
    `loading pages fit a narrow phone in ${language}`,
    exhaustive(language === mirrored),
    async ({ page, mailbox, product }) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await openAsManager(page, mailbox, product, '/app/account');
      await page.route('**/api/graphql', (route) =>
        isOperation(route, 'Session') ? route.fallback() : undefined,
      );
      for (const path of ['/manager/dashboard', '/manager/users', '/app', '/app/repositories']) {
        await page.goto(`${path}?lng=${language}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, path).toBeLessThanOrEqual(320);
      }
    },
  );
}

test('a refused and a new code move nothing on the page', async ({ page, mailbox }) => {
  const email = `${unique('wrong')}@example.org`;
  await page.clock.install();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  const field = page.getByLabel('Verification code');
  const submit = page.locator('form button[type=submit]');
  await expect(field).toBeVisible();
  const before = [await field.boundingBox(), await submit.boundingBox()];
  const { code } = await mailbox.next(email);
  await field.fill(code === '111111' ? '222222' : '111111');
  await expect(page.getByRole('alert')).toContainText('Incorrect code');
  expect([await field.boundingBox(), await submit.boundingBox()]).toEqual(before);
  await page.clock.fastForward(40_000);
  const resend = page.getByRole('button', { name: 'Send a new code' });
  const line = await page.getByRole('link', { name: 'Use a different email' }).boundingBox();
  await page.clock.fastForward(10_000);
  await resend.click();
  await expect(page.getByText('New code sent.')).toBeVisible();
  const countdown = page.getByText(/^New code in/);
  await expect(countdown).toHaveText(/ (30|[12]\d) /);
  expect(
    await countdown.boundingBox().then((box) => box && Math.abs(box.y - (line?.y ?? 0))),
  ).toBeLessThan(16);
  expect([await field.boundingBox(), await submit.boundingBox()]).toEqual(before);
});

test('names of members keep to one line', async ({ page, mailbox, product, database }) => {
  const stored = databaseAt(database.url);
  await openAsManager(page, mailbox, product, '/app');
  const owner = await stored.user.findFirstOrThrow({ where: { email: adminEmail } });
  const member = await createUser(stored, { name: 'Bartholomew '.repeat(8).trim() });
  const { slug } = await createOrganization(stored, {
    ownerId: owner.id,
    members: { [member.id]: 'member' },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/app/organizations/${slug}/members`);
  const name = page.locator('[data-row] [dir=auto]').filter({ hasText: 'Bartholomew' }).first();
  await expect(name).toHaveAttribute('title', /Bartholomew$/);
  expect((await name.boundingBox())?.height).toBeLessThan(30);
});

test('a drawer with a selected field can be dragged away, asks before it discards a change, and with a long list rests at two heights', async ({
  browser,
  mailbox,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openAsManager(page, mailbox, product, '/app/account?state=change-name');
  const drawer = page.getByRole('dialog');
  const name = drawer.getByLabel('Name');
  await expect(name).toBeFocused();
  await name.selectText();
  const session = await context.newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const drag = async (by = 250) => {
    const handle = await page.locator('[data-vaul-handle]').boundingBox({ timeout: 1_000 });
    if (!handle) throw new Error('The drawer has no handle');
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await touch('touchStart', [{ x, y }]);
    for (let step = 1; step <= 13; step += 1)
      await touch('touchMove', [{ x, y: y + (by * step) / 13 }]);
    await touch('touchEnd', []);
  };
  // Vaul ignores drags during its opening animation.
  await expect(async () => {
    await drag();
    await expect(drawer).toHaveCount(0, { timeout: 2_000 });
  }).toPass();

  await page.goto('/app/account?state=change-name');
  await name.fill('Ada Byron');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(async () => {
    await drag();
    await expect(question).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('Ada Byron');
  const bottom = async () => {
    const box = await drawer.boundingBox();
    return box && Math.round(box.y + box.height);
  };
  await expect.poll(bottom).toBe(844);
  await drag();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(drawer).toHaveCount(0);

  await page.goto('/app/repositories');
  await expect(page.getByRole('list', { name: 'Repositories' })).toBeVisible();
  await page.keyboard.press('?');
  const top = async () => Math.round((await drawer.boundingBox())?.y ?? -1);
  await expect.poll(top).toBe(338);
  await expect(async () => {
    await drag(-250);
    await expect.poll(top, { timeout: 2_000 }).toBe(0);
  }).toPass();
  await expect(async () => {
    await drag(250);
    await expect.poll(top, { timeout: 2_000 }).toBe(338);
  }).toPass();
  await drag(300);
  await expect(drawer).toHaveCount(0);
  await context.close();
});
