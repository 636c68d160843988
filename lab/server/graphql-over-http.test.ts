/** Runs the audits of the GraphQL over HTTP specification against the product on a port. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { serverAudits } from 'graphql-http';
import { afterAll, expect, it } from 'vitest';
import { startHttpServer } from '#tests/support/http-server.ts';

const server = await startHttpServer();
afterAll(() => server.stop());

const url = `http://127.0.0.1:${server.port}/api/graphql`;
const { host } = new URL(server.origin);

/** Fetches with the product's own Host header, which `fetch` doesn't allow to set. */
function fetchFn(input: string, { method, headers, body }: RequestInit = {}): Promise<Response> {
  const asked = { ...Object.fromEntries(new Headers(headers)), host };
  return new Promise((done, failed) => {
    const asking = request(input, { method: method ?? 'GET', headers: asked }, async (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      done(new Response(await text(response), { status, headers: answered as HeadersInit }));
    });
    asking.on('error', failed);
    asking.end(body ?? undefined);
  });
}

const audits = serverAudits({ url, fetchFn });

it('there are 61 audits', () => {
  expect(audits).toHaveLength(61);
});

it.each(audits.map((check) => [`${check.id} ${check.name}`, check] as const))(
  '%s',
  async (_name, check) => {
    const result = await check.fn();
    const reason = 'reason' in result ? result.reason : undefined;
    expect({ status: result.status, reason }).toEqual({ status: 'ok', reason: undefined });
  },
);
