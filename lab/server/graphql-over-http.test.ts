/** Runs the audits of the GraphQL over HTTP specification against the product on a port. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { serverAudits } from 'graphql-http';
import { afterAll, describe, expect, it } from 'vitest';
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

describe.each(['application/json', 'application/graphql-response+json'])(
  'accepting %s',
  (accept) => {
    const send = (init: RequestInit) =>
      fetchFn(url, {
        method: 'POST',
        ...init,
        headers: { accept, 'content-type': 'application/json' },
      });

    it.each([
      ['no body', ''],
      ['an unfinished body', '{"query":'],
      ['text', 'query'],
      ['a list', '[]'],
      ['null', 'null'],
      ['an object without a query', '{}'],
      ['a query that is no text', '{"query":1}'],
      ['variables that are no object', '{"query":"{ __typename }","variables":[]}'],
    ])('%s is a bad request', async (_what, body) => {
      const response = await send({ body });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        errors: [
          {
            message: expect.any(String),
            extensions: { code: 'BAD_REQUEST', requestId: expect.any(String) },
          },
        ],
      });
    });
  },
);
