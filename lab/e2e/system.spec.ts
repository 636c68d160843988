import { exhaustive } from '#lab/support/exhaustive.ts';
import { newId } from '#server/database/ids.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { expectToFit } from '#tests/support/page-layout.ts';

test(
  'managers see the process, problems and settings, which update by themselves',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    await openAsManager(page, mailbox, product, '/manager/system');
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(page.locator('dl > div').filter({ hasText: /^PID\d+$/ })).toBeVisible();
    await expect(page.getByText('Updates every 10 seconds')).toBeVisible();
    await expect(page.getByText('PostgreSQL', { exact: false }).first()).toBeVisible();
    // The test's mail server, whose URL may hold a password.
    const changed = page.locator('dl > div').filter({ hasText: 'SMTP_URL' });
    await expect(changed).toContainText('Hidden');

    const stored = databaseAt(database.url);
    const { id } = await stored.mail.create({
      data: { id: newId('Mail'), to: 'ada@example.com', state: 'failed', lastError: 'EAUTH 535' },
    });
    const problem = page.getByRole('listitem').filter({ hasText: 'failed in the last 24 hours' });
    await expect(problem).toContainText('docs/guides/incident.md', { timeout: 60_000 });
    await expect(page.getByText('EAUTH 535')).toBeVisible();
    await expectToFit(page, 'system', [1440, 768, 390, 320]);
    await expectAccessible(page, 'system');
    await stored.mail.delete({ where: { id } });
  },
);
