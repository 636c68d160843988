import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadSchema, install, run } from './packages.ts';
import { type ClientTarget, startClientTarget } from './product.ts';

/** Those that the guide of the API only names. guide.test.ts runs its code for gql.tada, graphql-request and graphql-sse. */
const clients: [name: string, further: object][] = [
  ['apollo', {}],
  ['relay', { refetched: true, warnings: [] }],
];

const timeout = 240_000;

let target: ClientTarget;
beforeAll(async () => {
  target = await startClientTarget();
}, timeout);
afterAll(() => target?.stop());

describe.each(clients)('%s', (name, further) => {
  let folder: string;
  beforeAll(async () => {
    folder = await install(name);
    await downloadSchema(target.api, folder);
  }, timeout);

  it('generates types from the served schema, and they fit its use', { timeout }, async () => {
    await run(folder, 'npm', ['run', 'generate']);
    await run(folder, 'npm', ['run', 'check']);
  });

  it('reads, pages, creates, and gets both kinds of errors', { timeout }, async () => {
    const { api, token, search, names } = target;
    const env = { API: api, TOKEN: token, SEARCH: search };
    const output = await run(folder, 'npm', ['run', '--silent', 'start'], env);
    const created = `${search} ${name}`;
    const { names: found, ...result } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(found.filter((each: string) => names.includes(each))).toEqual(names);
    expect(result).toEqual({
      viewer: 'admin@example.com',
      pages: 3,
      created,
      payloadError: [{ code: 'NAME_ALREADY_USED', field: ['name'] }],
      topLevelError: 'FORBIDDEN',
      ...further,
    });
  });
});
