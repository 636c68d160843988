import type { Database } from '#server/database/client.ts';
import { ageSessions, signInWithCode } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

// Requests are refused until a proof of identity, and while a code is on its way.
test.use({ allowedProblems: [/status of (403|429)/] });

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
  await page.keyboard.type(code);
  await expect(page.getByLabel('What is your name?')).toBeVisible();
  await page.keyboard.type('Ada Lovelace');
  await expect(main).toContainText('AL');
});

test('a code on its way can be entered after a step back, a reload and a cancel', async ({
  page,
  mailbox,
  database,
}) => {
  const email = `${unique('back')}@example.org`;
  const people = databaseAt(database.url);
  const main = page.getByRole('main');
  const enterEmail = async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue with email' }).click();
  };
  await withMailLimits(people, async () => {
    await page.goto('/login');
    await enterEmail();
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
    await page.goto('/login');
    await enterEmail();
    await expect(main).toContainText(`Enter the code for ${email} in the browser where you`);
    const wait = page.getByText(/^New code in \d+ seconds$/);
    const before = await wait.textContent();
    await expect(wait).not.toHaveText(before ?? '');
    await page.keyboard.type(code);
    await page.getByLabel('What is your name?').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();

    await ageSessions(people, email);
    const identity = page.getByRole('dialog', { name: "Confirm that it's you" });
    const field = identity.getByLabel('Verification code');
    const send = identity.getByRole('button', { name: 'Send code' });
    const askForProof = async () => {
      await page.goto('/app/account/data');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
      await expect(identity).toBeVisible();
    };
    await askForProof();
    await send.click();
    const { code: proof } = await mailbox.next(email);
    await identity.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    await expect(field).toBeFocused();
    await expect(identity).toContainText(/New code in \d+ seconds/);
    await askForProof();
    await send.click();
    await expect(identity).toContainText(/New code in \d+ seconds/);
    await field.fill(proof);
    await expect(page.getByRole('alertdialog', { name: 'Account deleted' })).toBeVisible();
  });
});

/** Without the trigger of the fixture, which lets every request for a code through. */
async function withMailLimits(people: Database, walk: () => Promise<void>): Promise<void> {
  await people.$executeRaw`ALTER TABLE "rate_limit" DISABLE TRIGGER "expire_rate_limits"`;
  try {
    await walk();
  } finally {
    await people.$executeRaw`ALTER TABLE "rate_limit" ENABLE TRIGGER "expire_rate_limits"`;
  }
}

test('a browser that keeps no cookies is told so', async ({ page, context, mailbox }) => {
  const email = `${unique('cookies')}@example.org`;
  const main = page.getByRole('main');
  const blocked = 'Your browser blocks cookies';
  // Browsers that block cookies block storage, too.
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(window, storage, { get });
    }
  });
  await page.goto('/login');
  const devtools = await context.newCDPSession(page);
  const setBlocked = (disabled: boolean) =>
    devtools.send('Emulation.setDocumentCookieDisabled', { disabled });
  await setBlocked(true);
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toContainText(blocked);
  expect(mailbox.messages.filter(({ to }) => to === email)).toEqual([]);

  await setBlocked(false);
  await page.route('**/api/auth/sign-in/**', async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _session, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await signInWithCode(page, mailbox, email);
  await expect(main.getByRole('alert')).toContainText(blocked);
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
