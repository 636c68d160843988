import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { safeRedirect } from '#client/lib/address/safe-redirect.ts';
import { link } from '#shared/rules/link.ts';

const origin = 'https://atrium.example.com';

// The origin that the code under test reads.
beforeAll(() => vi.stubGlobal('window', { location: { origin } }));
afterAll(() => vi.unstubAllGlobals());

describe('the way back after a sign-in', () => {
  it.each([
    '/app',
    '/manager/repositories?searchTerm=a%20b',
    '/app/account#name',
    '/api/graphql?query=%7Bviewer%7D',
  ])('leads to %s', (path) => expect(safeRedirect(path)).toBe(path));

  it('works in browsers without URL.parse', () => {
    const { parse } = URL;
    Object.assign(URL, { parse: undefined });
    onTestFinished(() => void Object.assign(URL, { parse }));
    expect(safeRedirect('/app/account')).toBe('/app/account');
    expect(link.safeParse('example.org').data).toBe('https://example.org');
  });

  it.each([
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/app',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/@evil.example',
    '/login?redirect=/app',
    '/api/graphql/schema.graphql',
    '/api/auth/sign-out',
  ])('never leads to %j', (path) => expect(safeRedirect(path)).toBeNull());

  it('never leaves our origin, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          const path = safeRedirect(text);
          if (path !== null) expect(new URL(path, origin).origin).toBe(origin);
        },
      ),
    );
  });
});
