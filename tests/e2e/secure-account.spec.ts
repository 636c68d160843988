import { signIn, signInWithCode } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { textsOf } from '#tests/support/texts.ts';

const t = textsOf('en');

// The link is refused the second time, and sessions end that a page still uses.
test.use({ allowedProblems: ['/secure-account', '401', '/api/'] });

test('who didn’t sign in ends all sessions by email and reviews the account', async ({
  page,
  browser,
  mailbox,
  product,
}) => {
  const email = `${unique('secure')}@example.org`;
  await signIn(page, mailbox, email);
  await page.goto('/app/account/security');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions).toContainText('Signed in with a code');

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signInWithCode(other, mailbox, email);
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();

  const findLink = () =>
    mailbox.messages
      .filter(({ to, subject }) => to === email && subject.startsWith('New sign-in'))
      .map(({ text }) => /http\S+\/secure-account#\S+/.exec(text)?.[0])[0];
  await expect.poll(findLink).toBeDefined();
  const link = findLink() ?? '';
  const anywhere = await browser.newContext();
  const mailLink = await anywhere.newPage();
  await mailLink.goto(link);
  await expect(mailLink.getByRole('heading', { name: "Wasn't you?" })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await mailLink.getByRole('button', { name: 'Secure my account' }).click();
  await expect(mailLink.getByRole('heading', { name: 'All sessions ended' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('textbox', { name: 'Email' })).toBeVisible();

  await mailLink.getByRole('link', { name: 'Sign in and review' }).click();
  await signInWithCode(mailLink, mailbox, email);
  const reviewed = [
    mailLink.getByText('Review your account'),
    mailLink.getByText(t('audit:kind.ACCOUNT_SECURED')),
    mailLink.getByText(t('accessToken:title')).and(mailLink.getByRole('heading')),
  ];
  for (const part of reviewed) await expect(part).toBeVisible();
  await mailLink.getByRole('link', { name: 'Finish review' }).click();
  await expect(mailLink.getByText('Review your account')).toBeHidden();

  await other.goto(link);
  await other.getByRole('button', { name: 'Secure my account' }).click();
  await expect(other.getByRole('alert')).toContainText('already used');
  await elsewhere.close();
  await anywhere.close();
});
