import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createServiceAccount, createToken } from '#tests/support/access-tokens.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const owner = await server.as('admin');
const { secret } = await createToken(owner);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const query = (headers: Record<string, string>) =>
  server.request('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
  });

describe('a token that is sent in a form of its own', () => {
  it.each<[string, Record<string, string>]>([
    ['as at GitHub', { authorization: `token ${secret}` }],
    ['without a scheme', { authorization: secret }],
    ['as the name of a password', { authorization: `Basic ${base64(`${secret}:`)}` }],
    ['as a password', { authorization: `Basic ${base64(`x:${secret}`)}` }],
    ['mistyped, without a scheme', { authorization: 'atr_mistyped' }],
    ['as an API key of another scheme', { authorization: `ApiKey ${secret.toUpperCase()}` }],
    ['in another header', { 'x-auth-token': secret }],
    ['in another header with a scheme', { 'x-access-token': `Bearer ${secret}` }],
    ['for a proxy', { 'proxy-authorization': `Bearer ${secret}` }],
  ])('%s is refused with the forms that are read, never anonymous', async (_what, headers) => {
    const { cookie } = owner;
    const answers = [
      await query(headers),
      await query({ ...headers, cookie }),
      await server.request('/api/export/repositories.csv', { headers: { ...headers, cookie } }),
      await server.request(`/api/pictures/${owner.id}/x`, { headers: { ...headers, cookie } }),
      await server.request('/api/auth/get-session', { headers: { ...headers, cookie } }),
    ];
    for (const answer of answers) {
      const body = await answer.json();
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      const { message } = body.errors?.[0] ?? body;
      expect(message).toContain('Authorization: Bearer atr_… or x-api-key: atr_…');
      expect(body.data).toBeUndefined();
    }
  });

  it.each<[string, Record<string, string>]>([
    ['the password of a proxy', { authorization: `Basic ${base64('staff:secret')}` }],
    ['an address that was searched for', { referer: `https://example.com/?q=${secret}` }],
    ['a text that only begins like a token', { 'user-agent': 'matr_1 atr_x' }],
    ['a token beside one that is read', { 'x-api-key': secret, 'x-copied-auth': secret }],
  ])('is not confused with %s', async (_what, headers) => {
    expect((await query(headers)).status).toBe(200);
  });
});

describe('in admission', () => {
  const keyOf = (headers: Record<string, string>) =>
    server.app.clientOf({
      socket: { remoteAddress: '203.0.113.9' },
      headers,
      rawHeaders: [],
    } as unknown as IncomingMessage).key;

  function spellings(cookie: string): string[] {
    const [name = '', sent = ''] = cookie.split(/=(.*)/s);
    const value = decodeURIComponent(sent);
    const end = value.lastIndexOf('.') + 1;
    const [start, signature] = [value.slice(0, end), value.slice(end)];
    const percent = (text: string, from: number) =>
      [...text].map((c, i) => (i % 7 === from ? `%${c.charCodeAt(0).toString(16)}` : c)).join('');
    const next = (c: string) => String.fromCharCode(c.charCodeAt(0) + 1);
    return [
      ...Array.from({ length: 12 }, (_, i) => `${signature}${String.fromCharCode(97 + i)}`),
      ...['=', '==', '.', '-', '%20', '!', '"'].map((end) => signature + end),
      ...['!', '\u00e9', '~'].map((c) => `${signature.slice(0, 9)}${c}${signature.slice(9)}`),
      signature.replace(/=+$/, ''),
      signature.replaceAll('+', '-').replaceAll('/', '_'),
      signature.replace(/(.)=$/, (_, c) => `${next(c)}=`),
      signature.replace(/(.)=$/, (_, c) => `${next(next(c))}=`),
    ]
      .map((each) => `${name}=${encodeURIComponent(start + each)}`)
      .concat(
        Array.from({ length: 7 }, (_, i) => `${name}=${percent(value, i).replaceAll('+', '%2B')}`),
        Array.from({ length: 7 }, (_, i) => `x${i}=1; ${name}=${sent}; y${i}=2`),
      );
  }

  it('40 spellings of a cookie are one client, whichever of them sign in', async () => {
    const person = await server.as('user');
    const session = person.cookie
      .split('; ')
      .find((pair) => pair.startsWith('atrium.session_token='));
    const all = spellings(session ?? '');
    expect(new Set(all).size).toBeGreaterThanOrEqual(39);
    const keys = new Set<string>();
    let signedIn = 0;
    for (const cookie of [session ?? '', ...all]) {
      const { data } = await (await query({ cookie })).json();
      if (data.viewer) signedIn += 1;
      keys.add(data.viewer ? keyOf({ cookie }) : `anonymous ${keyOf({ cookie })}`);
    }
    expect(signedIn).toBeGreaterThan(14);
    expect([...keys]).toEqual([person.id, 'anonymous 203.0.113.9']);
  });

  it('a person is one client with all their sessions, tokens and service accounts', async () => {
    const again = await server.signIn(owner.email);
    const robot = await createToken(owner, { userId: await createServiceAccount(owner) });
    const all = [
      { cookie: owner.cookie },
      { cookie: again },
      { authorization: `Bearer ${secret}` },
      { authorization: `bEARER   ${secret}` },
      { 'x-api-key': secret },
      { authorization: `Bearer ${robot.secret}` },
    ];
    for (const headers of all) expect((await query(headers)).status).toBe(200);
    expect([...new Set(all.map(keyOf))]).toEqual([owner.id]);
    const { cookie } = await server.as('user');
    expect(keyOf({ cookie, 'x-api-key': secret })).toBe(owner.id);
    expect(keyOf({ 'x-api-key': 'atr_unknown' })).toBe('203.0.113.9');
  });
});
