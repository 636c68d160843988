import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { enterIn, expectSpoken } from '#tests/support/languages.ts';
import { enumOf, switched } from '#tests/support/other-languages.ts';
import { textsOf } from '#tests/support/texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test covers narrow screens too.
test.skip(({ isMobile }) => isMobile);

const managerOf = (language: Language) => `manager-${language}@example.org`;

test.use({ settings: { ADMIN_EMAILS: languageCodes.map(managerOf).join(',') } });

test('switching the language takes effect at once and is kept for the browser, the account and its mails', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const [from, to] = switched;
  test.skip(from === to, 'There is only one language.');
  const email = `${unique('switcher')}@example.org`;
  await enterIn(page, mailbox, from, email);
  const [before, after] = [textsOf(from), textsOf(to)];
  await page.goto('/app/account?state=change-name');
  const typed = page.getByRole('dialog').getByLabel(before('account:name.label'));
  await expect(typed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: before('account:section.appearance') }).click();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/app');
  await expectSpoken(otherTab, from);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const saved = page.waitForResponse((response) => {
    return response.request().postData()?.includes('UpdateViewer') ?? false;
  });
  const switcher = page.getByRole('group', { name: before('common:language.label') });
  await expect(switcher.getByRole('radio')).toHaveCount(languageCodes.length);
  await switcher.getByRole('radio', { name: languages[to].name }).click();
  await expect(
    page.getByRole('heading', { name: after('account:section.appearance') }),
  ).toBeVisible();
  await expectSpoken(page, to);
  await expectSpoken(otherTab, to);
  await otherTab.close();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe(to);
  const cookie = (await page.context().cookies()).find((each) => each.name === 'lng');
  expect(cookie).toMatchObject({ value: to, path: '/', sameSite: 'Lax' });
  const minutes = ((cookie?.expires ?? 0) - Date.now() / 1000) / 60;
  expect(Math.round(minutes / 10)).toBe(4320);

  expect((await saved).ok()).toBe(true);
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ viewer { user { language } } }' },
  });
  expect(await answer.json()).toEqual({ data: { viewer: { user: { language: enumOf(to) } } } });
  await page.reload();
  await expectSpoken(page, to);

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  const english = textsOf('en');
  await other.getByLabel(english('auth:login.email')).fill(email);
  await other.getByRole('button', { name: english('auth:login.submit') }).click();
  expect((await mailbox.next(email)).subject).toBe(after('mail:code.subject'));
  await elsewhere.close();
});
