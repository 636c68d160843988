import { describe, expect, it } from 'vitest';
import { writeDocuments } from '#lab/support/trusted-documents.ts';
import { enumOf, second } from '#tests/support/other-languages.ts';
import type { TestServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const texts = {
  'sha256:viewer':
    'query Viewer($first: Int) { viewer { user { id } } repositories(first: $first) { nodes { id } } }',
  'sha256:setup': '{ setup { appName language } }',
  'sha256:rename':
    'mutation Rename { updateViewer(input: { name: "Renamed" }) { errors { code } } }',
};

const options = { trustedDocumentsFolder: writeDocuments(texts) };
const open = await serverForFile({}, options);
const strict = await serverForFile({ TRUSTED_DOCUMENTS_ONLY: 'true' }, options, open.url);
const user = await open.as('user');

async function ask(server: TestServer, body: object, { cookie = '', accept = '' } = {}) {
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(accept ? { accept } : {}),
    },
    body: JSON.stringify(body),
  });
  const { data, errors = [] } = await response.json();
  const codes = errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  return { status: response.status, data, codes };
}

function get(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  return open.request(`/api/graphql?${new URLSearchParams(parameters)}`, { headers });
}

describe('a document by its id', () => {
  it('is executed with its variables, by POST and by GET', async () => {
    const body = { documentId: 'sha256:viewer', operationName: 'Viewer', variables: { first: 2 } };
    const posted = await ask(open, body, user);
    expect(posted).toMatchObject({ status: 200, data: { viewer: { user: { id: user.id } } } });
    const variables = JSON.stringify(body.variables);
    const got = await get({ documentId: body.documentId, variables }, { cookie: user.cookie });
    expect((await got.json()).data).toEqual(posted.data);
    expect((await ask(open, { ...body, variables: { first: 0 } }, user)).codes).toEqual([
      'BAD_REQUEST',
    ]);
  });

  it('is told apart from an unknown one, a text beside it, and no id at all', async () => {
    const accept = 'application/graphql-response+json';
    for (const documentId of ['sha256:nothing', '__proto__', '', 7]) {
      const refused = await ask(open, { documentId }, { accept });
      expect(refused).toMatchObject({ status: 400, codes: ['PERSISTED_DOCUMENT_NOT_FOUND'] });
    }
    const both = await ask(open, { documentId: 'sha256:setup', query: '{ __typename }' });
    expect(both.codes).toEqual(['BAD_REQUEST']);
    expect((await get({ documentId: 'sha256:nothing' })).status).toBe(200);
  });

  it('is no mutation by GET', async () => {
    const response = await get({ documentId: 'sha256:rename' }, { cookie: user.cookie });
    expect(response.status).toBe(405);
  });
});

describe('where only trusted documents are executed, a session', () => {
  it('executes those of the client, by id and as a text', async () => {
    for (const body of [{ documentId: 'sha256:viewer' }, { query: texts['sha256:viewer'] }]) {
      expect((await ask(strict, body, user)).codes).toEqual([]);
    }
  });

  it('executes no other, whatever its kind', async () => {
    const before = await strict.database.user.findUniqueOrThrow({ where: { id: user.id } });
    for (const query of [
      '{ viewer { user { id } } }',
      `${texts['sha256:viewer']} `,
      'mutation { updateViewer(input: { name: "Other" }) { errors { code } } }',
      'subscription { events { __typename } }',
      '{ __schema { queryType { name } } }',
    ]) {
      expect((await ask(strict, { query }, user)).codes).toEqual(['TRUSTED_DOCUMENT_REQUIRED']);
    }
    const after = await strict.database.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after.name).toBe(before.name);
  });

  it('is what is restricted: anonymous clients read the schema, and any session elsewhere', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect((await ask(strict, { query })).codes).toEqual([]);
    expect((await ask(open, { query }, user)).codes).toEqual([]);
  });
});

describe('an answer that is the same for everybody', () => {
  const cacheControl = async (query: string, headers: Record<string, string> = {}) => {
    const response = await get({ query }, headers);
    return response.headers.get('cache-control');
  };

  it('may be kept if it was asked for by GET, and varies by language', async () => {
    const response = await get({ documentId: 'sha256:setup' }, { 'accept-language': second });
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('vary')).toContain('Accept-Language');
    expect((await response.json()).data.setup.language).toBe(enumOf(second));
    expect(await cacheControl('{ setup { appName } __typename }')).toBe('no-store');
  });

  it.each([
    '{ setup { appName } viewer { permissions } }',
    '{ ...F } fragment F on Query { viewer { permissions } }',
    '{ users { totalCount } }',
    '{ rateLimit { remaining } }',
    '{ setup { nothing } }',
  ])('is not %s', async (query) => {
    expect(await cacheControl(query, { cookie: user.cookie })).toBe('no-store');
  });

  it('is none with its cost, or by POST', async () => {
    const query = '{ setup { appName } }';
    expect(await cacheControl(query, { 'x-include-cost': 'true' })).toBe('no-store');
    const posted = await open.post('/api/graphql', { query });
    expect(posted.headers.get('cache-control')).toBe('no-store');
  });
});
