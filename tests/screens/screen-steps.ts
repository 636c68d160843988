/** Screens, and how to bring them into the state to check. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Texts } from '#tests/support/texts.ts';

export type Screen = {
  name: string;
  path: string;
  open?: (page: Page, t: Texts) => Promise<unknown>;
  only?: 1280 | 390;
};

export const press = (key: string, layer: string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: t(key) })
    .first()
    .click();
  await expect(page.locator(layer).first()).toBeVisible();
};
export const submit = async (page: Page) => {
  await page.locator('form button[type=submit]').last().click();
  await expect(page.getByRole('alert').first()).toBeVisible();
};
export const dialog = '[role=dialog], [role=alertdialog]';

export const menu = (label: (t: Texts) => string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: label(t) })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

export async function openPalette(page: Page) {
  await expect(async () => {
    if (!(await page.getByRole('combobox').isVisible())) await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

export type Records = { repository: string; user: string };

/** Creates the records that the screens show, as a manager. */
export async function createRecords(request: APIRequestContext): Promise<Records> {
  const send = async (query: string, input: object) => {
    const answer = await request.post('/api/graphql', { data: { query, variables: { input } } });
    const { data, errors } = await answer.json();
    expect(errors).toBeUndefined();
    return data;
  };
  const { createRepository } = await send(
    'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { id } } }',
    { name: unique('Lantern'), link: 'git.example.com/lantern', description: 'Lights the way.' },
  );
  const { createUser } = await send(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    { email: `${unique('person')}@example.org`, name: 'Ada Lovelace', role: 'USER' },
  );
  return { repository: createRepository.repository.id, user: createUser.user.id };
}
