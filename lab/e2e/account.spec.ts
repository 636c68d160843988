import { readFile } from 'node:fs/promises';
import { newcomer, personByEmail, typeCode } from '#tests/e2e/steps/account.ts';
import { ageSessions, signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('a user changes their name in a dialog with its own URL', async ({
  page,
  mailbox,
  database,
}) => {
  const email = await newcomer(page, mailbox, 'renamed');
  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(page).toHaveURL(/\/app\/account\?state=change-name$/);
  const dialog = page.getByRole('dialog', { name: 'Change name' });
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await field.fill('');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field.fill('Grace Hopper');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/account$/);
  await expect(page.getByRole('main').getByText('Grace Hopper').first()).toBeVisible();
  expect(await query(database.url, personByEmail, [email])).toMatchObject([
    { name: 'Grace Hopper' },
  ]);

  // `state=change-name` opens the dialog; an unknown state does not.
  await page.goto('/app/account?state=change-name');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/app\/account$/);
  await page.goto('/app/account?state=nonsense&newEmail=nonsense');
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the sections of the account are pages beside it, and a list on a phone', async ({
  page,
  mailbox,
  isMobile,
}) => {
  test.skip(isMobile, 'It begins on a wide screen and narrows it.');
  await newcomer(page, mailbox, 'settler');
  const sections = page.getByRole('navigation', { name: 'Account' });
  await expect(sections.getByRole('link', { name: 'Account' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const [name, path] of [
    ['Security', 'security'],
    ['Access tokens', 'access-tokens'],
    ['Appearance', 'appearance'],
    ['Your data', 'data'],
  ] as const) {
    await sections.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/app/account/${path}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/app\/account$/);
  await sections.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused();
  await page.goto('/app/account/nonsense');
  await expect(page.getByText('This page could not be found')).toBeVisible();
});

test('the sections of the account stay in their place beside the sidebar', async ({
  page,
  mailbox,
  isMobile,
}) => {
  test.skip(isMobile, 'A phone has a list instead.');
  await signIn(page, mailbox, adminEmail);
  const sections = page.getByRole('navigation', { name: 'Account' });
  const tops = [];
  for (const [path, title] of [
    ['', 'Account'],
    ['/organizations', 'Organizations'],
    ['/data', 'Your data'],
  ] as const) {
    await page.goto(`/manager/account${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    tops.push((await sections.boundingBox())?.y);
  }
  expect(new Set(tops).size, tops.join(', ')).toBe(1);
});

test('the back button closes the dialog and stays on the page', async ({ page, mailbox }) => {
  await newcomer(page, mailbox, 'returner');
  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/account$/);
});

/** Whether something lies on the upper edge of an element. */
function isCovered(element: HTMLElement | SVGElement): boolean {
  element.style.pointerEvents = 'auto';
  const { left, top, width } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(left + width / 2, top + 4));
}

test.describe('a person who signed in eleven minutes ago', () => {
  // The 403 that asks for a proof of identity.
  test.use({ allowedProblems: [/status of 403/] });

  test('proves their identity before the account is deleted, and keeps it if they cancel', async ({
    page,
    mailbox,
    database,
  }) => {
    const email = await newcomer(page, mailbox, 'leaver');
    await ageSessions(databaseAt(database.url), email);
    await page.goto('/app/account/data');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete your account' });
    const identity = page.getByRole('dialog', { name: "Confirm that it's you" });
    await question.getByRole('button', { name: 'Delete account' }).click();
    await expect(identity).toBeVisible();
    const below = page.getByRole('alertdialog', { includeHidden: true });
    expect(await below.evaluate(isCovered)).toBe(true);
    await identity.getByRole('button', { name: 'Cancel' }).click();
    await expect(question.getByText("Confirm that it's you to do this.")).toBeVisible();
    expect(await query(database.url, personByEmail, [email])).toHaveLength(1);

    await question.getByRole('button', { name: 'Delete account' }).click();
    await identity.getByRole('button', { name: 'Send code' }).click();
    await typeCode(page, mailbox, email);
    await expect(page.getByRole('alertdialog', { name: 'Account deleted' })).toBeVisible();
    expect(await query(database.url, personByEmail, [email])).toEqual([]);
  });
});

test.describe('on a busy device', () => {
  // The server closes the stream a second after its last event, while the page is blocked.
  test.use({ allowedProblems: ['net::ERR_INCOMPLETE_CHUNKED_ENCODING'] });

  test('signing out opens the plain login page, however late the browser removes the page', async ({
    page,
    mailbox,
  }) => {
    // The event stream reports the end of the session while the page is still shown.
    await page.addInitScript(() => {
      const { pushState } = history;
      history.pushState = function (data, unused, url) {
        pushState.call(this, data, unused, url);
        const end = performance.now() + 1_000;
        while (String(url).startsWith('/login') && performance.now() < end);
      };
    });
    await signIn(page, mailbox, `${unique('leaving')}@example.org`);
    await expect(page).toHaveURL(/\/app$/);
    // The event stream opens once the page is idle.
    await page.waitForTimeout(1_000);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('the data export is a downloaded file', async ({ page, mailbox, database }) => {
  const email = await newcomer(page, mailbox, 'keeper');
  await page.goto('/app/account/data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  const [person = { id: '' }] = await query<{ id: string }>(database.url, personByEmail, [email]);
  expect(data.user).toMatchObject({ id: person.id, email, name: 'Ada Lovelace', role: 'USER' });
  expect(data.user.sessions.nodes).toHaveLength(1);
  expect(data.user.sessions.nodes[0]).toMatchObject({ isCurrent: true, browser: 'Chrome' });
  expect(JSON.stringify(data)).not.toContain('__typename');
});

for (const [error, title] of [
  ['access_denied', 'Access denied'],
  ['BANNED_USER', 'Access denied'],
  ['signup_disabled', 'Account not found'],
  ['unknown_error', 'Something went wrong'],
  ['', 'Something went wrong'],
]) {
  test(`a sign-in that failed with “${error}” says so and leads back to the login page`, async ({
    page,
  }) => {
    await page.goto(`/login/error?error=${error}`);
    await expect(page.getByRole('heading', { level: 1, name: title as string })).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
}
