import { openAsManager } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';

/** Maximum number of requests until a list is shown and subscribed to changes. */
const most = 15;

const pages = {
  '/manager/repositories': ['Session', 'Repositories'],
  '/manager/dashboard': ['Session', 'Dashboard', 'Statistics'],
  '/app/repositories': ['Session', 'Repositories'],
  '/app': ['Session', 'Home', 'OwnInvitations'],
};

const later: Record<string, string[]> = {
  '/manager/repositories': ['RepositoryOrganizations'],
  '/app/repositories': ['Memberships'],
};

for (const [path, operations] of Object.entries(pages)) {
  test(`${path} asks for code, texts and data at once`, async ({ page, mailbox, product }) => {
    const urls: string[] = [];
    const asked: string[] = [];
    /** What was asked before. Afterwards, the page asks again for changes. */
    const isHearing = Promise.withResolvers<string[]>();
    const wereAllAsked = Promise.withResolvers<void>();
    page.on('request', (request) => {
      urls.push(request.url());
      const name = request.url().endsWith('/api/graphql') && request.postDataJSON().operationName;
      if (name === 'Events') isHearing.resolve([...asked]);
      else if (name) asked.push(name);
      if (operations.every((each) => asked.includes(each))) wereAllAsked.resolve();
    });
    await page.route('**/assets/*.js', async (route) => {
      await wereAllAsked.promise;
      await route.continue();
    });
    await openAsManager(page, mailbox, product, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const early = await isHearing.promise;
    const others = later[path] ?? [];
    const all = [...operations, ...others];
    await expect.poll(() => [...new Set(asked)].toSorted()).toEqual(all.toSorted());
    const first = early.filter((each) => !others.includes(each));
    expect(first.toSorted()).toEqual(operations.toSorted());
    expect(urls.filter((url) => /texts-.*\.json$/.test(url))).toEqual([]);
    if (operations.includes('Repositories')) {
      expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(most);
    }
  });
}
