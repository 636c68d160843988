import type { Page } from '@playwright/test';
import { expect } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';

/** Other users' changes. Far more than they take, for a busy machine. */
export const liveEvents = { timeout: 15_000 };

export async function createOrganization(page: Page) {
  const name = unique('Lantern');
  await page.goto('/app/organizations/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const slug = await page.getByRole('textbox', { name: 'Short name' }).inputValue();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/organizations/${slug}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return { name, slug, path: `/app/organizations/${slug}` };
}

export async function invite(page: Page, path: string, text: string) {
  await page.goto(`${path}/invitations`);
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(text);
  await page.getByRole('button', { name: 'Send invitations' }).click();
}

export async function invitationLink(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.next(email);
  return /https?:\/\/\S+\/app\/invitations\/\S+/.exec(text)?.[0] ?? 'no link';
}

export const row = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });
