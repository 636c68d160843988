// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ArticleList, loadArticles } from '#client/features/article/help-page.tsx';
import { routes } from '#client/routes.tsx';
import { show } from '#tests/client/render.tsx';

afterEach(() => vi.unstubAllGlobals());

function answer(body: object, status = 200) {
  const fetched = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

it('shows markup as text, and links only web addresses', async () => {
  const text = '<img src="x" onerror="alert(1)"> javascript:alert(1) https://example.org/a';
  const articles = [{ title: 'Printers', text }];
  await show(<ArticleList articles={articles} />, { namespaces: ['article'] });
  await screen.findByText(/<img src="x" onerror="alert\(1\)"> javascript:alert\(1\)/);
  expect(document.querySelector('[src="x"]')).toBeNull();
  const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
  expect(links).toEqual(['https://example.org/a']);
});

it('says that there are no articles', async () => {
  await show(<ArticleList articles={[]} />, { namespaces: ['article'] });
  await screen.findByText('No articles yet');
});

it('asks for them by GET and without cookies', async () => {
  const fetched = answer({ data: { publicArticles: [] } });
  expect(await loadArticles()).toEqual([]);
  const address = expect.stringContaining('/api/graphql?query=');
  expect(fetched).toHaveBeenCalledExactlyOnceWith(address, { credentials: 'omit' });
});

it('fails with the code of a refusal', async () => {
  answer({ data: null, errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] }, 503);
  await expect(loadArticles()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('has a page at /help, and none below it', () => {
  expect(matchRoutes(routes, '/help')?.at(-1)?.route.handle).toHaveProperty('title');
  expect(matchRoutes(routes, '/help/other')?.at(-1)?.route.path).toBe('*');
});
