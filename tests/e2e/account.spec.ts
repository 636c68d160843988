import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { ageSessions, newPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';

async function rows(url: string, sql: string, values: unknown[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const personByEmail = 'SELECT "id", "name", "email" FROM "user" WHERE "email" = $1';

async function newcomer(page: Page, mailbox: Mailbox, kind: string): Promise<string> {
  const email = `${unique(kind)}@example.org`;
  await signIn(page, mailbox, email);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  return email;
}

async function typeCode(page: Page, mailbox: Mailbox, email: string) {
  const { code } = await mailbox.next(email);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
}

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
  expect(await rows(database.url, personByEmail, [email])).toMatchObject([
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
  await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute(
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

test('the email changes with a code to the new address, and the old one is notified', async ({
  page,
  mailbox,
  database,
}) => {
  const former = await newcomer(page, mailbox, 'mover');
  const wanted = `${unique('moved')}@example.org`;
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(former);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText('Email already used')).toBeVisible();
  await dialog.getByLabel('New email').fill(wanted.toUpperCase());
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(`/app/account?newEmail=${encodeURIComponent(wanted)}`);
  await expect(dialog.getByText(wanted)).toBeVisible();

  await page.reload();
  await expect(dialog.getByText(wanted)).toBeVisible();
  await typeCode(page, mailbox, wanted);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByText(wanted).first()).toBeVisible();
  await expect(page).toHaveURL(/\/app\/account$/);

  expect(await rows(database.url, personByEmail, [former])).toEqual([]);
  expect(await rows(database.url, personByEmail, [wanted])).toHaveLength(1);
  const word = await mailbox.next(former);
  expect(word.text).toContain(wanted);
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

  test('proves their identity before the email is changed', async ({ page, mailbox, database }) => {
    const former = await newcomer(page, mailbox, 'stale');
    const wanted = `${unique('moved')}@example.org`;
    await ageSessions(databaseAt(database.url), former);
    await page.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    await dialog.getByLabel('New email').fill(wanted);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const identity = page.getByRole('dialog', { name: "Confirm that it's you" });
    await expect(identity).toBeVisible();
    const below = page.getByRole('dialog', { name: 'Change email', includeHidden: true });
    expect(await below.evaluate(isCovered)).toBe(true);
    await identity.getByRole('button', { name: 'Send code' }).click();
    await typeCode(page, mailbox, former);
    await expect(identity).toHaveCount(0);
    await expect(dialog.getByText(wanted)).toBeVisible();
    await typeCode(page, mailbox, wanted);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main').getByText(wanted).first()).toBeVisible();
    expect(await rows(database.url, personByEmail, [wanted])).toHaveLength(1);
  });

  test('proves it before the account is deleted, and keeps it if they cancel', async ({
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
    await identity.getByRole('button', { name: 'Cancel' }).click();
    await expect(question.getByText("Confirm that it's you to do this.")).toBeVisible();
    expect(await rows(database.url, personByEmail, [email])).toHaveLength(1);

    await question.getByRole('button', { name: 'Delete account' }).click();
    await identity.getByRole('button', { name: 'Send code' }).click();
    await typeCode(page, mailbox, email);
    await expect(page.getByRole('alertdialog', { name: 'Account deleted' })).toBeVisible();
    expect(await rows(database.url, personByEmail, [email])).toEqual([]);
  });
});

test('a session is revoked, and then all other sessions', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const email = await newcomer(page, mailbox, 'elsewhere');
  const others = await Promise.all([newPage(browser, product.url), newPage(browser, product.url)]);
  for (const other of others) {
    await signIn(other, mailbox, email);
    await expect(other).toHaveURL(/\/app$/);
  }
  const count = async () =>
    (
      await rows(
        database.url,
        `SELECT 1 FROM "session" JOIN "user" ON "user"."id" = "userId" WHERE "email" = $1`,
        [email],
      )
    ).length;
  await page.goto('/app/account/security');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'Current session' })).toHaveCount(1);
  await expect(
    sessions.filter({ hasText: 'Current session' }).getByRole('button', { name: /Revoke/ }),
  ).toHaveCount(0);

  await sessions
    .getByRole('button', { name: /Revoke/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke session' }).click();
  await expect(sessions).toHaveCount(2);
  expect(await count()).toBe(2);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('Current session');
  expect(await count()).toBe(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  for (const other of others) {
    await expect(other.getByRole('alert')).toContainText('Session expired');
    await expect(other.getByLabel('Email')).toHaveValue(email);
    await other.goto('/app/account');
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  }
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

test('an access token is created, shown once, used by a program and revoked', async ({
  page,
  mailbox,
  playwright,
}) => {
  const email = await newcomer(page, mailbox, 'programmer');
  await page.goto('/app/account/access-tokens');
  await expect(page.getByText('No access tokens yet')).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/app/account/access-tokens');
  await expect(otherTab.getByText('No access tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'New access token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New access token' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Create access token' }).click();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await name.fill('Deployment script');
  await dialog.getByRole('checkbox', { name: 'Read repositories' }).check();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByText('30 days').click();
  await dialog.getByRole('button', { name: 'Create access token' }).click();

  const created = page.getByRole('dialog', { name: 'Access token created' });
  const secret = (await created.getByText(/^atr_\w{38}$/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(created).toBeVisible();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(created).toHaveCount(0);
  const row = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(row).toContainText(secret.slice(0, 12));
  await expect(row).toContainText('Never used');
  await expect(page.getByText(secret)).toHaveCount(0);
  const rowElsewhere = otherTab.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(rowElsewhere).toContainText('Deployment script');

  const program = await playwright.request.newContext();
  const ask = (by = secret) =>
    program.post(new URL('/api/graphql', page.url()).href, {
      headers: { authorization: `Bearer ${by}` },
      data: { query: '{ viewer { user { email } } }' },
    });
  const answer = await ask();
  expect(answer.status()).toBe(200);
  expect((await answer.json()).data).toEqual({ viewer: { user: { email } } });

  await row.getByRole('button', { name: 'Rotate the access token “Deployment script”' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate “Deployment script”' });
  await expect(rotate.getByText(/^The current secret works until/)).toBeVisible();
  await rotate.getByText('1 hour').click();
  await rotate.getByRole('button', { name: 'Rotate access token' }).click();
  const rotated = page.getByRole('dialog', { name: 'Access token rotated' });
  const next = (await rotated.getByText(/^atr_\w{38}$/).textContent()) ?? '';
  expect(next).not.toBe(secret);
  await rotated.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText(next.slice(0, 12));
  await expect(row).toContainText('Former secret works until');
  expect([(await ask()).status(), (await ask(next)).status()]).toEqual([200, 200]);

  await row.getByRole('button', { name: 'Revoke the access token “Deployment script”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access token' }).click();
  await expect(row).toContainText('Revoked on');
  await expect(rowElsewhere).toContainText('Revoked on');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect([(await ask()).status(), (await ask(next)).status()]).toEqual([401, 401]);
  await program.dispose();
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
  const [person] = await rows(database.url, personByEmail, [email]);
  expect(data.user).toMatchObject({ id: person.id, email, name: 'Ada Lovelace', role: 'USER' });
  expect(data.user.sessions.nodes).toHaveLength(1);
  expect(data.user.sessions.nodes[0]).toMatchObject({ isCurrent: true, browser: 'Chrome' });
  expect(JSON.stringify(data)).not.toContain('__typename');
});

test('an account is deleted, and no data of it is left', async ({ page, mailbox, database }) => {
  const email = await newcomer(page, mailbox, 'leaver');
  await page.goto('/app/account/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account' });
  expect(await rows(database.url, personByEmail, [email])).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const accountDeleted = page.getByRole('alertdialog', { name: 'Account deleted' });
  await expect(accountDeleted).toBeVisible();
  expect(await rows(database.url, personByEmail, [email])).toEqual([]);
  await accountDeleted.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test.describe('the last administrator', () => {
  test.use({ allowedProblems: [/status of 400/] });

  test('cannot delete the account and is told the reason', async ({ page, mailbox, database }) => {
    const email = await newcomer(page, mailbox, 'last');
    await rows(
      database.url,
      `UPDATE "user" SET "role" = CASE WHEN "email" = $1 THEN 'admin' ELSE 'user' END
       WHERE "email" = $1 OR "role" = 'admin'`,
      [email],
    );
    await page.goto('/app/account/data');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByText('This is the last administrator.')).toBeVisible();
    expect(await rows(database.url, personByEmail, [email])).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
    // Other tests sign in as this manager on the same database.
    await rows(database.url, `UPDATE "user" SET "role" = 'admin' WHERE "email" = $1`, [adminEmail]);
  });
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
