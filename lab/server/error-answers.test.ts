import { describe, expect, it } from 'vitest';
import { requestBounds } from '#server/graphql/limits/limits.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const filtered =
  'query ($f: RepositoryFilter) { setup { appName } repositories(filter: $f) { totalCount } }';
const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

async function answerTo(body: object, headers: Record<string, string> = {}) {
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { response, length: text.length, errors: JSON.parse(text).errors };
}

describe('an answer to invalid variables', () => {
  it.each([
    ['60 unknown keys of 750 quotes', keys(60, '"'.repeat(750))],
    ['8,000 unknown keys', keys(8_000, 1)],
    ['one text of 90,000 characters', 'x'.repeat(90_000)],
  ])('does not repeat %s', async (_what, f) => {
    for (let i = 0; i < 2; i += 1) {
      const { length, errors } = await answerTo({ query: filtered, variables: { f } });
      expect(length).toBeLessThan(2_000);
      expect(errors[0].extensions.code).toBe('BAD_REQUEST');
    }
  });

  it('says what is wrong, also of a long value', async () => {
    const { errors } = await answerTo({
      query: filtered,
      variables: { f: { status: 'x'.repeat(5_000) } },
    });
    expect(errors[0].message).toMatch(/^Variable "\$f"/);
    expect(errors[0].message).toContain('RepositoryFilter');
  });
});

describe('an invalid document', () => {
  it('is answered with the ID of the request that sent it, every time', async () => {
    for (let i = 0; i < 3; i += 1) {
      const { response, errors } = await answerTo({ query: '{ unknown misspelt }' });
      expect(errors).toHaveLength(2);
      for (const { extensions } of errors) {
        const requestId = response.headers.get('x-request-id');
        expect(extensions).toEqual({ code: 'BAD_REQUEST', requestId });
      }
    }
  });

  it('with 640 equal arguments after 46,000 line breaks is answered briefly', async () => {
    const lines = '\n'.repeat(46_000);
    const args = 'first: 1 '.repeat(640);
    const query = `{ ${lines} repositories(${args}) { totalCount } }`;
    for (let i = 0; i < 2; i += 1) {
      const { length, errors } = await answerTo({ query });
      expect(length).toBeLessThan(2_000);
      expect(errors[0].locations).toHaveLength(10);
    }
  });

  it('that repeats a long text is answered briefly', async () => {
    const text = 'x'.repeat(80_000);
    for (const query of [
      `{ repositories(first: "${text}") { totalCount } }`,
      `{ ${text} }`,
      `query ${text}($x: Int) { setup { appName } }`,
      `{ setup(${text}: 1) { appName } }`,
    ]) {
      expect((await answerTo({ query })).length).toBeLessThan(2_000);
    }
    const operationName = text;
    expect((await answerTo({ query: '{ __typename }', operationName })).length).toBeLessThan(2_000);
  });
});

it('an answer of errors only has no more bytes than any other', async () => {
  const usual = requestBounds.answerBytes;
  requestBounds.answerBytes = 300;
  const { errors } = await answerTo({ query: '{ unknown misspelt }' });
  requestBounds.answerBytes = usual;
  expect(errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
});

describe('variables that are nested 40,000 times', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const rename = 'mutation { updateViewer(input: { name: "Deep" }) { errors { code } } }';

  it.each([
    ['to a mutation', rename, {}],
    ['to a query', '{ setup { appName } }', {}],
    [
      'to a subscription',
      'subscription { events { __typename } }',
      { accept: 'text/event-stream' },
    ],
  ])('are refused: %s', async (_what, query, headers) => {
    const { cookie } = await server.as('user');
    const before = server.lines.length;
    for (let i = 0; i < 2; i += 1) {
      const response = await server.request('/api/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: `{"query":${JSON.stringify(query)},"variables":{"x":${nested(40_000)}}}`,
      });
      expect(response.status).toBe(400);
      const [, json] = /^(?:data: )?(\{.*)$/m.exec(await response.text()) ?? [];
      const [error] = JSON.parse(json ?? '').errors;
      expect(error.message).toBe('The variables are more than 20 levels deep.');
      expect(error.extensions.code).toBe('BAD_REQUEST');
    }
    const logged = server.lines.slice(before);
    expect(logged.filter((line) => line.level === 'error')).toEqual([]);
  });

  it('are allowed as deep as an input can be', async () => {
    const body = `{"query":"{ setup { appName } }","variables":{"x":${nested(19)}}}`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect((await server.request('/api/graphql', init)).status).toBe(200);
  });
});
