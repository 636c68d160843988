import { readFileSync } from 'node:fs';
import { newId } from '#server/database/ids.ts';
import { newPage, openAsManager, signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';

/** A reconnecting stream is not a failure of the page. */
test.use({ allowedProblems: [/status of 401/] });

const documentsFile = new URL('../../dist/client/documents.json', import.meta.url);
const soon = { timeout: 15_000 };

test('promotion, a new name and demotion show in an open page of the user', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const email = `${unique('promoted')}@example.org`;
  const user = await newPage(browser, product.url);
  const texts = new Set<string>();
  user.on('request', (request) => {
    const sent = request.url().endsWith('/api/graphql') ? request.postDataJSON() : undefined;
    if (sent?.query) texts.add(sent.query);
  });
  await signIn(user, mailbox, email);
  await expect(user).toHaveURL(/\/app$/);
  const { id } = await databaseAt(database.url).user.findUniqueOrThrow({ where: { email } });
  // A reload would remove the marker.
  const markLoaded = () =>
    user.evaluate(() => {
      document.documentElement.dataset.loaded = 'once';
    });
  await markLoaded();

  await openAsManager(page, mailbox, product, `/manager/users/${id}/update`);
  const openManager = user.getByRole('link', { name: 'Open manager' });
  await expect(openManager).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await page.getByRole('radio', { name: 'Admin' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(openManager.first()).toBeVisible(soon);
  await expect(user.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await expect(user.locator('html[data-loaded=once]')).toHaveCount(1);

  await user.goto('/manager/users');
  await expect(user.getByRole('heading', { name: 'Users' })).toBeVisible();
  await markLoaded();
  await databaseAt(database.url).user.update({ where: { id }, data: { role: 'user' } });
  await expect(user.getByText('403')).toBeVisible(soon);
  await expect(user.getByRole('heading', { name: 'Users' })).toHaveCount(0);
  await expect(user.locator('html[data-loaded=once]')).toHaveCount(1);
  // All but two documents are sent by ID. Those two are sent exactly as the build lists them.
  const listed: string[] = Object.values(JSON.parse(readFileSync(documentsFile, 'utf8')));
  const names = [...texts].map((text) => /^\w+ (\w+)/.exec(text)?.[1]).sort();
  expect(names).toEqual(['Events', 'Session']);
  expect(listed).toEqual(expect.arrayContaining([...texts]));
  await user.context().close();
});

test.describe('a stream that the server has ended', () => {
  test.use({ allowedProblems: ['ERR_INCOMPLETE_CHUNKED_ENCODING'] });

  test('is opened again by the page, which misses nothing', async ({
    page,
    product,
    mailbox,
    database,
  }) => {
    const stream = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').startsWith('text/event-stream'),
    );
    await openAsManager(page, mailbox, product, '/manager/repositories');
    await stream;
    await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible();
    const before = await createRepository(databaseAt(database.url));
    const bar = page.getByRole('button', { name: '1 new · Show' });
    await bar.click(soon);
    await expect(page.getByRole('link', { name: before.name })).toBeVisible(soon);

    const missed = unique('missed');
    // Together, since the page is back within a second.
    await query(
      database.url,
      `DO $$ BEGIN
         PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND query IN ('LISTEN changes', 'SELECT 1') AND pid <> pg_backend_pid();
         IF NOT FOUND THEN RAISE 'No process listens.'; END IF;
         INSERT INTO "repository" ("id", "name", "link", "updatedAt")
         VALUES ('${newId('Repository')}', '${missed}', 'https://git.example.com', now());
       END $$`,
    );
    await expect(page.getByRole('link', { name: missed })).toBeVisible({ timeout: 30_000 });
    const after = await createRepository(databaseAt(database.url));
    await bar.click(soon);
    await expect(page.getByRole('link', { name: after.name })).toBeVisible(soon);
  });
});
