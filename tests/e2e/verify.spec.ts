import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('another browser is told where to enter the code, not that one was sent', async ({
  page,
  mailbox,
}) => {
  const email = `${unique('elsewhere')}@example.org`;
  const before = mailbox.messages.length;
  await page.goto(`/login/verify?email=${email}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    `Enter the code for ${email} in the browser where you requested it`,
  );
  await expect(main).not.toContainText('We sent');
  expect(mailbox.messages.length).toBe(before);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(main).toContainText(`We sent a code to ${email}. It expires in 5 minutes.`);
  await expect(main).toContainText('New code sent.');
  const { code } = await mailbox.next(email);
  const opening = () =>
    page.evaluate(() =>
      Number(document.documentElement.style.getPropertyValue('--illustration-progress')),
    );
  expect(await opening()).toBe(0);
  await page.keyboard.type(code.slice(0, 2));
  await expect.poll(opening, 'each digit opens the illustrated door a little').toBeGreaterThan(0.2);
  const ajar = await opening();
  await page.keyboard.type(code.slice(2, 4));
  await expect.poll(opening).toBeGreaterThan(ajar);
  await page.keyboard.type(code.slice(4));
  await expect(page.getByLabel('What is your name?')).toBeVisible();
  await page.keyboard.type('Ada Lovelace');
  await expect(main).toContainText('AL');
});

test('going one step back leads to the code that is on its way', async ({ page, mailbox }) => {
  const email = `${unique('back')}@example.org`;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toContainText(`We sent a code to ${email}`);
  const { code } = await mailbox.next(email);
  for (const goBack of [
    () => page.getByRole('link', { name: 'Use a different email' }).click(),
    () => page.goBack(),
  ]) {
    await goBack();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(main).toContainText(`We sent a code to ${email}`);
  }
  await page.keyboard.type(code);
  await expect(page.getByLabel('What is your name?')).toBeVisible();
});

test('an answer of another server is no success', async ({ page }) => {
  await page.route('**/api/auth/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }),
  );
  await page.goto('/login');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText("Couldn't reach the server.");
});
