import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';
import { findTextInputs } from '#tests/support/text-inputs.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const admin = await server.as('admin');

describe('a date', () => {
  const users = (createdFrom: unknown) =>
    admin.send(
      'query ($at: DateTime) { users(filter: { createdAt: { from: $at } }, first: 1) { nodes { id } } }',
      {
        at: createdFrom,
      },
    );

  it.each([
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.123456789+05:30',
    '2024-02-29t23:59:59z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('is RFC 3339 with an offset: %s', async (text) => {
    expect(errorCodes(await users(text))).toEqual([]);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21 10:00:00Z',
    '2026-11-21T10:00Z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+0530',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    'Nov 21, 2026',
    '1',
    '',
    `2026-11-21T10:00:00.${'0'.repeat(50_000)}Z`,
    1_700_000_000_000,
    0,
    true,
    ['2026-11-21T10:00:00Z'],
    {},
  ])('is nothing else, and the answer says so: %.40j', async (value) => {
    const answer = await users(value);
    expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    expect(answer.errors[0]?.message).toMatch(/RFC 3339/);
  });

  it('is refused as a literal too', async () => {
    for (const literal of ['"2026-11-21"', '1700000000000', 'SOON']) {
      const answer = await admin.send(
        `{ users(filter: { createdAt: { from: ${literal} } }) { nodes { id } } }`,
      );
      expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    }
  });
});

describe('a cursor', () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = newId('Repository');
  const forged = [
    cursor('createdAt', '-010000-01-01T00:00:00.000Z', id),
    cursor('createdAt', '+275000-01-01T00:00:00.000Z', id),
    cursor('createdAt', 0, id),
    cursor('createdAt', null, id),
    cursor('createdAt', ['2026-01-01T00:00:00Z'], id),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', 'repo_\u0000'),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', '\u0000'),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', { contains: '' }),
    cursor('nameKey', 'a\u0000', id),
    cursor('nameKey', '\ud800', id),
    cursor('nameKey', { not: null }, id),
    Buffer.from('["nameKey","\\ud800","x"]').toString('base64url'),
    'A'.repeat(60_000),
    '\u0000',
    '',
  ];

  it.each([
    { field: 'CREATED_AT', direction: 'ASC' },
    { field: 'NAME', direction: 'DESC' },
  ])('that was forged is refused, by $field', async (orderBy) => {
    for (const after of forged) {
      const { errors, data } = await admin.send(
        'query ($after: String, $orderBy: RepositoryOrder) { repositories(after: $after, orderBy: $orderBy) { nodes { id } } }',
        { after, orderBy },
      );
      // An empty cursor counts as absent.
      if (after)
        expect([after, errors[0]?.extensions.code, data]).toEqual([
          after,
          'BAD_REQUEST',
          { repositories: null },
        ]);
      else expect(errors).toEqual([]);
    }
  });
});

describe('text that PostgreSQL cannot store', async () => {
  const places = await findTextInputs(server, admin);

  it('is tried at places that were forgotten before', () => {
    expect(places.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'Organization.accessTokens(userId:)',
        'Query.repositories(filter.ids:)',
        'Mutation.banUsers(input.ids:)',
      ]),
    );
  });

  it.each(places)('is refused by $what, as is what is no ID', async ({ document, variables }) => {
    for (const bad of ['\u0000', 'usr_\u0000', '\ud800', 'x\udc00', 'x'.repeat(10_000)]) {
      const answer = await admin.send(document, variables(bad));
      const codes = errorCodes(answer).filter((code) => code !== 'BAD_REQUEST');
      expect([bad.slice(0, 40), codes]).toEqual([bad.slice(0, 40), []]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is not found in the dev inbox', async () => {
    const inbox = await server.request('/dev/inbox.json?to=%00');
    expect([inbox.status, await inbox.json()]).toEqual([200, []]);
  });

  it('is not found as a person to impersonate', async () => {
    for (const userId of [
      '\u0000',
      `${newId('User')}\u0000`,
      'x',
      newId('Repository'),
      newId('User'),
    ]) {
      const path = '/api/auth/admin/impersonate-user';
      const response = await server.post(path, { userId }, admin.cookie);
      expect([userId, response.status, (await response.json()).code]).toEqual([
        userId,
        404,
        'USER_NOT_FOUND',
      ]);
    }
  });

  it('is not taken from a body that is not UTF-8, or that escapes half a character', async () => {
    const bytes = (text: string, ...bad: number[]) =>
      Buffer.concat([Buffer.from(text), Buffer.from(bad), Buffer.from('"}')]);
    const bodies = [
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xff),
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xc0, 0x80),
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xed, 0xa0, 0x80),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"x":"\\ud800"}}'),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"x":"\\uDC00\\uD800"}}'),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"\\\\\\ud800":1}}'),
    ];
    for (const path of ['/api/graphql', '/api/auth/sign-out']) {
      for (const body of bodies) {
        const response = await server.request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: server.origin },
          body,
        });
        expect([path, body.toString('latin1'), response.status]).toEqual([
          path,
          body.toString('latin1'),
          400,
        ]);
      }
    }
    const fine = await server.request('/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: '{"query":"{ viewer { user { id } } }","variables":{"x":"\\ud83d\\ude00 \\\\ud800"}}',
    });
    expect(fine.status).toBe(200);
  });
});

it.each([
  '{"name":"M","role":"admin"}',
  '{"name":"M","banned":false}',
  '{"name":"M","id":"x"}',
  '{"name":"M","emailVerified":true}',
  '{"name":"M","constructor":{}}',
  '{"__proto__":{"role":"admin"},"name":"M"}',
])('a field that an input does not name is refused: %s', async (input) => {
  const user = await server.as('user');
  const read = async () => (await user.send('{ viewer { user { id name role email } } }')).data;
  const before = await read();
  const query =
    'mutation ($input: UpdateViewerInput!) { updateViewer(input: $input) { errors { code } } }';
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: user.cookie },
    body: `{"query":${JSON.stringify(query)},"variables":{"input":${input}}}`,
  });
  expect(errorCodes(await response.json())).toEqual(['BAD_REQUEST']);
  expect(await read()).toEqual(before);
});
