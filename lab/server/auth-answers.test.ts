import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { callers, cookiesOf, createCall, endpointNames } from '#tests/support/auth-endpoints.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({
  GITHUB_CLIENT_ID: 'client',
  GITHUB_CLIENT_SECRET: 'secret',
});

const json = { 'content-type': 'application/json' };
const call = createCall(server);

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
          if (endpoint.startsWith('POST ')) cookie = await cookiesOf(server, caller);
          continue;
        }
        expect(answer.message, what).toMatch(/\S/);
        expect(['UNKNOWN_ERROR', 'INTERNAL_ERROR'], what).not.toContain(answer.code);
      }
    }
  });
});
