import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { unique } from '#tests/support/factories.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ POINTS_PER_MINUTE: '50000' });
const { database } = server;

const query = '{ publicArticles { title text } }';
const address = `/api/graphql?${new URLSearchParams({ query })}`;

const write = (title: string, published = true) =>
  database.article.create({ data: { id: newId('Article'), title, text: 'Text', published } });

async function titles(): Promise<string[]> {
  const { data } = await (await server.request(address)).json();
  return data.publicArticles.map(({ title }: { title: string }) => title);
}

it('everyone reads the articles that are published, and nothing else of them', async () => {
  const { id } = await write('For everyone');
  await write('Draft', false);
  const { data } = await (await server.request(address)).json();
  expect(data.publicArticles).toEqual([{ title: 'For everyone', text: 'Text' }]);
  for (const field of ['id', 'published', 'updatedAt']) {
    const other = new URLSearchParams({ query: `{ publicArticles { ${field} } }` });
    const { errors } = await (await server.request(`/api/graphql?${other}`)).json();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  }
  await database.article.update({ where: { id }, data: { published: false } });
  expect(await titles()).toEqual([]);
});

it.each(['{ articles { nodes { id } } }', '{ node(id: "ID") { id } }'])(
  'does not open another way to them: %s',
  async (text) => {
    const { id } = await write(unique('title'));
    const reply = await (await server.as('anonymous')).send(text.replace('ID', id));
    expect(errorCodes(reply)).toEqual(['UNAUTHENTICATED']);
    expect(JSON.stringify(reply.data)).not.toContain(id);
  },
);

it('caches may keep an answer that has nothing else, for a minute', async () => {
  const cacheControl = async (path: string, init?: RequestInit) =>
    (await server.request(path, init)).headers.get('cache-control');
  expect(await cacheControl(address)).toBe('public, max-age=60');
  const { cookie } = await server.as('user');
  expect(await cacheControl(address, { headers: { cookie } })).toBe('public, max-age=60');
  const mixed = new URLSearchParams({
    query: '{ publicArticles { title } viewer { permissions } }',
  });
  expect(await cacheControl(`/api/graphql?${mixed}`)).toBe('no-store');
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify({ query }) };
  expect(await cacheControl('/api/graphql', post)).toBe('no-store');
});

it('shows at most 20, the newest first', async () => {
  for (let number = 1; number <= 25; number += 1) await write(`Article ${number}`);
  expect(await titles()).toEqual(Array.from({ length: 20 }, (_, at) => `Article ${25 - at}`));
});

it('an address that asks too often waits, and others are answered', async () => {
  let response = await server.request(address, {}, '127.0.0.2');
  for (let asked = 0; response.ok && asked < 1_000; asked += 1) {
    response = await server.request(address, {}, '127.0.0.2');
  }
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.request(address, {}, '127.0.0.3')).status).toBe(200);
});

it('the page has the headers of every page, and sets no cookie', async () => {
  const { headers } = await server.request('/help');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.getSetCookie()).toEqual([]);
});
