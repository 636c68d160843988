import { known, test, visitProvider } from '#tests/e2e/steps/social.ts';
import { onboard } from '#tests/support/browser-users.ts';
import { expect } from '#tests/support/e2e.ts';

test('an email that the provider has not verified is refused', async ({ page, provider }) => {
  const { login, email } = known(provider);
  provider.people.set(login, { email, email_verified: false });
  await page.goto('/login');
  await visitProvider(page, login);
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await expect(page.getByText("Your provider hasn't verified your email.")).toBeVisible();
});

test('the browser’s back button restores the login page', async ({ page, provider }) => {
  const { login } = known(provider);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Example' }).click();
  await expect(page.getByLabel('Login')).toBeVisible();
  await page.goBack();
  await visitProvider(page, login);
  await onboard(page, 'Guest');
  await expect(page).toHaveURL(/\/app$/);
});

test('the button of GitHub leads to GitHub', async ({ page }) => {
  // The request to GitHub is intercepted, so the test needs no network.
  const asked = page.waitForRequest((request) => request.url().startsWith('https://github.com/'));
  await page.route('https://github.com/**', (route) => route.fulfill({ body: 'GitHub' }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  const url = new URL((await asked).url());
  expect(url.pathname).toBe('/login/oauth/authorize');
  expect(url.searchParams.get('client_id')).toBe('github-client');
});

test('six slots fit on the screen also when it becomes as narrow as a phone’s', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/login/verify?email=somebody.with.a.long.address%40department.example.org');
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
  // input-otp looks for password manager badges some time after mounting.
  await page.waitForTimeout(3_000);
  expect(await excess()).toBeLessThanOrEqual(0);
});
