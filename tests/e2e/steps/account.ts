import type { Page } from '@playwright/test';
import { signIn } from '#tests/support/browser-users.ts';
import { expect } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';

export const personByEmail = 'SELECT "id", "name", "email" FROM "user" WHERE "email" = $1';

export async function newcomer(page: Page, mailbox: Mailbox, kind: string): Promise<string> {
  const email = `${unique(kind)}@example.org`;
  await signIn(page, mailbox, email);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  return email;
}

export async function typeCode(page: Page, mailbox: Mailbox, email: string) {
  const { code } = await mailbox.next(email);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
}
