/** Responses of /api/auth: each error has a code with a text in every language, and races are handled. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { languageCodes } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { callers, cookiesOf, endpointNames } from '#tests/support/auth-endpoints.ts';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({
  GITHUB_CLIENT_ID: 'client',
  GITHUB_CLIENT_SECRET: 'secret',
});

const catalogues = languageCodes.map(
  (language) =>
    [
      language,
      JSON.parse(
        readFileSync(
          new URL(`../../shared/locales/${language}/errors.json`, import.meta.url),
          'utf8',
        ),
      ) as Record<string, string>,
    ] as const,
);

const json = { 'content-type': 'application/json' };
const call = (
  endpoint: string,
  init: { cookie?: string; headers?: Record<string, string>; body?: string } = {},
  query = '',
) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers = { origin: server.origin, ...init.headers, cookie: init.cookie ?? '' };
  const body = method === 'POST' && init.body !== undefined ? { body: init.body } : {};
  return server.request(`/api/auth${path}${query}`, { method, headers, ...body });
};

const bodies: string[] = [
  '{}',
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"extra":1}',
  '{"email":5,"type":"sign-in"}',
  '{"email":"x","type":"sign-in"}',
  '{"email":"a@example.com","type":"forget-password"}',
  '{"email":"a@example.com","otp":"000000"}',
  '{"email":"a@example.com","otp":"x"}',
  '{"newEmail":"new@example.com"}',
  '{"newEmail":"new@example.com","otp":"000000"}',
  '{"provider":"unknown"}',
  '{"provider":"github","redirect":5}',
  `{"userId":"${newId('User')}"}`,
  '{"userId":"x"}',
];

const queries = [
  '',
  '?limit=0',
  '?limit=101',
  '?limit=x',
  '?code=x&state=y',
  '?error=access_denied',
  '?disableRefresh=x',
];

describe('every open endpoint, with valid and invalid requests', () => {
  const seen = new Map<string, string>();

  it.each(endpointNames)('refuses with a code of the catalogue: %s', async (endpoint) => {
    for (const caller of callers) {
      let cookie = await cookiesOf(server, caller);
      for (const body of endpoint.startsWith('POST ') ? bodies : queries) {
        const response = endpoint.startsWith('POST ')
          ? await call(endpoint, { cookie, headers: json, body })
          : await call(endpoint, { cookie }, body);
        const what = `${endpoint} by ${caller} with ${body}: ${response.status}`;
        expect(response.status, what).toBeLessThan(500);
        if (response.status >= 300 && response.status < 400) {
          expect(response.headers.get('location'), what).not.toMatch(
            /internal_server_error|unknown_error|please_restart/,
          );
          continue;
        }
        const answer = await response.json();
        if (response.ok) {
          // The request may have ended the session.
          if (endpoint.startsWith('POST ')) cookie = await cookiesOf(server, caller);
          continue;
        }
        expect(answer.message, what).toMatch(/\S/);
        expect(['UNKNOWN_ERROR', 'INTERNAL_ERROR'], what).not.toContain(answer.code);
        seen.set(answer.code, what);
      }
    }
  });

  it('was refused in many ways, each with a text in every language', () => {
    expect([...seen.keys()].sort()).toEqual(
      expect.arrayContaining([
        'BAD_REQUEST',
        'EMAIL_INVALID',
        'EMAIL_REQUIRED',
        'FORBIDDEN',
        'INVALID_OTP',
        'PROVIDER_NOT_FOUND',
        'SESSION_NOT_FRESH',
        'UNAUTHENTICATED',
        'USER_NOT_FOUND',
        'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
        'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
      ]),
    );
    for (const [code, what] of seen) {
      for (const [language, texts] of catalogues) {
        expect(texts[code], `${code} in ${language}, seen at ${what}`).toMatch(/\S/);
      }
    }
  });

  it.each([
    'POST /revoke-sessions',
    'POST /revoke-other-sessions',
    'POST /delete-user',
    'POST /email-otp/request-email-change',
    'GET /admin/list-users',
    'POST /admin/impersonate-user',
    'POST /admin/stop-impersonating',
  ])('tells an anonymous client to sign in: %s', async (endpoint) => {
    const body = endpoint.includes('impersonate-user')
      ? JSON.stringify({ userId: newId('User') })
      : endpoint.includes('change')
        ? '{"newEmail":"new@example.com"}'
        : '{}';
    const response = await call(endpoint, { headers: json, body });
    expect([response.status, (await response.json()).code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('answers an anonymous client that there is no session', async () => {
    const response = await call('GET /get-session');
    expect([response.status, await response.json()]).toEqual([200, null]);
  });
});

describe('a request without a body', () => {
  const bodiless = ['/sign-out', '/revoke-sessions', '/revoke-other-sessions', '/delete-user'];
  const emptyForms: Record<string, string>[] = [{}, json];

  it.each(bodiless)('is enough for %s', async (path) => {
    for (const headers of emptyForms) {
      const { cookie } = await server.as('user');
      expect((await call(`POST ${path}`, { cookie, headers })).status).toBe(200);
      const after = await call('GET /get-session', { cookie });
      if (path !== '/revoke-other-sessions') expect(await after.json()).toBeNull();
    }
  });

  it('is enough for programs, which send no Origin', async () => {
    const { cookie } = await server.as('user');
    const response = await server.request('/api/auth/sign-out', {
      method: 'POST',
      headers: { cookie },
    });
    expect(response.status).toBe(200);
  });

  it('ends an impersonation', async () => {
    const cookie = await cookiesOf(server, 'impersonating');
    expect((await call('POST /admin/stop-impersonating', { cookie })).status).toBe(200);
  });

  it('is refused from a page of another site, and as a form', async () => {
    const { cookie } = await server.as('user');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.origin, 'content-type': 'application/x-www-form-urlencoded' },
      { origin: server.origin, 'content-type': 'text/plain' },
    ];
    for (const headers of foreign) {
      const response = await call('POST /sign-out', { cookie, headers });
      expect([403, 415]).toContain(response.status);
    }
    for (const site of ['cross-site', 'same-site']) {
      const response = await server.request('/api/auth/sign-out', {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': site },
      });
      expect([site, response.status]).toEqual([site, 403]);
    }
    expect(await (await call('GET /get-session', { cookie })).json()).not.toBeNull();
  });

  it('is not enough where something must be said', async () => {
    const response = await call('POST /email-otp/send-verification-otp');
    expect([response.status, (await response.json()).code]).toEqual([400, 'EMAIL_REQUIRED']);
  });
});

describe('GET /admin/list-users', () => {
  const list = (query: string, cookie: string) => call('GET /admin/list-users', { cookie }, query);

  it('keeps to the page limit of the API', async () => {
    const { cookie } = await server.as('admin');
    for (let index = 0; index < limits.pageSize; index += 1) await server.as('user');
    const page = await (await list('', cookie)).json();
    expect([page.users.length, page.limit]).toEqual([limits.pageSize, limits.pageSize]);
    expect(page.total).toBeGreaterThan(limits.pageSize);
    const more = await (await list('?limit=100&offset=1', cookie)).json();
    expect(more.users.length).toBe(Math.min(limits.pageSizeMax, more.total - 1));
  });

  it.each([
    '?limit=101',
    '?limit=0',
    '?limit=-1',
    '?limit=1e2',
    '?limit=1000000',
    '?limit=',
    '?limit=5&limit=100',
    '?offset=-1',
    '?offset=99999999999',
    '?sortBy=banReason',
    '?sortBy=constructor',
    '?sortDirection=up',
    '?searchField=role&searchValue=x',
    '?searchOperator=regex&searchValue=x',
    `?searchValue=${'x'.repeat(201)}`,
    '?searchValue=%00',
    '?filterField=emailVerified&filterValue=true',
    '?filterField=role&filterValue=constructor',
    '?filterOperator=in&filterField=role&filterValue=admin',
    '?unknown=1',
  ])('refuses %s', async (query) => {
    const { cookie } = await server.as('admin');
    const response = await list(query, cookie);
    expect([response.status, (await response.json()).users]).toEqual([400, undefined]);
  });

  it('searches, filters and sorts', async () => {
    const [admin, person] = [await server.as('admin'), await server.as('user')];
    const found = await list(
      `?searchValue=${person.email}&sortBy=email&sortDirection=desc&filterField=role&filterValue=user`,
      admin.cookie,
    );
    expect((await found.json()).users.map(({ id }: { id: string }) => id)).toEqual([person.id]);
  });
});

describe('two requests at once', () => {
  it('sign the same new address up once, and both are in the same account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `${unique('race')}@example.com`;
      const browsers = [];
      for (let index = 0; index < 4; index += 1) {
        const browser = server.browser();
        expect((await browser.requestCode(email)).status).toBe(200);
        const otp = await server.codeFor(email);
        browsers.push({ browser, otp });
        await server.ageRateLimits(limits.codeResendSeconds);
      }
      const answers = await Promise.all(
        browsers.map(({ browser, otp }) => browser.enterCode(email, otp)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).user.id));
      expect(new Set(ids).size).toBe(1);
      for (const { browser } of browsers) {
        expect((await (await browser.open('/api/auth/get-session')).json()).user.id).toBe(ids[0]);
      }
      const created = await server.database.auditEvent.count({
        where: { userId: ids[0], kind: 'created' },
      });
      expect(created).toBe(1);
    }
  });

  it('change two accounts to the same address: one gets it, the other is told that it is used', async () => {
    for (let round = 0; round < 5; round += 1) {
      const newEmail = `${unique('race')}@example.com`;
      const changes = [];
      for (let index = 0; index < 2; index += 1) {
        const person = await server.as('user');
        const asked = await server.post(
          '/api/auth/email-otp/request-email-change',
          { newEmail },
          person.cookie,
        );
        expect(asked.status).toBe(200);
        changes.push({ cookie: person.cookie, otp: await server.codeFor(newEmail) });
        await server.ageRateLimits(limits.codeResendSeconds);
      }
      const answers = await Promise.all(
        changes.map(({ cookie, otp }) =>
          server.post('/api/auth/email-otp/change-email', { newEmail, otp }, cookie),
        ),
      );
      const results = await Promise.all(
        answers.map(async (answer) => [answer.status, (await answer.json()).code ?? 'changed']),
      );
      expect(results.sort()).toEqual([
        [200, 'changed'],
        [400, 'EMAIL_ALREADY_USED'],
      ]);
    }
  });
});
