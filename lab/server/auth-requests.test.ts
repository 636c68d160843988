import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { cookiesOf, createCall } from '#tests/support/auth-endpoints.ts';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const json = { 'content-type': 'application/json' };
const call = createCall(server);

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

  it('ends an impersonation', async () => {
    const cookie = await cookiesOf(server, 'impersonating');
    expect((await call('POST /admin/stop-impersonating', { cookie })).status).toBe(200);
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
