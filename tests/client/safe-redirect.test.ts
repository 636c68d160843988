import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { safeRedirect } from '#client/lib/address/safe-redirect.ts';

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
