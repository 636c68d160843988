/** A person has a budget of writes, and nobody else's is touched by it. */
import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10' });

const rename = 'updateViewer(input: { name: "Renamed" }) { errors { code } }';

it('a person who renames themselves again and again is told when they may go on', async () => {
  const busy = await server.as('user');
  for (let i = 0; i < 10; i++)
    expect((await busy.send(`mutation { ${rename} }`)).errors).toEqual([]);
  const refused = await busy.send(`mutation { ${rename} }`);
  expect(refused.status).toBe(429);
  expect(refused.data).toBeNull();
  expect(refused.errors[0]?.extensions).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: expect.any(Number),
  });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThanOrEqual(60);
  // One statement finds the session, nothing is written.
  expect(refused.statements).toBe(1);
  // Reading goes on, and so does everybody else.
  expect((await busy.send('{ viewer { user { id } } }')).errors).toEqual([]);
  const other = await server.as('user');
  expect((await other.send(`mutation { ${rename} }`)).errors).toEqual([]);
});

it('all mutations of a request are counted, and all are refused together', async () => {
  const user = await server.as('user');
  const eight = Array.from({ length: 8 }, (_, i) => `a${i}: ${rename}`).join(' ');
  expect((await user.send(`mutation { ${eight} }`)).errors).toEqual([]);
  expect(
    (await user.send(`mutation { ...Eight } fragment Eight on Mutation { ${eight} }`)).status,
  ).toBe(429);
  // What was refused was not spent.
  expect((await user.send(`mutation { a: ${rename} b: ${rename} }`)).errors).toEqual([]);
});

it('an address that signs out again and again under /api/auth is refused in the same way', async () => {
  const address = '192.0.2.77';
  const signOut = () => server.browser(address).post('/api/auth/sign-out', {});
  for (let i = 0; i < 10; i++) expect((await signOut()).status).toBe(200);
  const refused = await signOut();
  expect(refused.status).toBe(429);
  expect((await refused.json()).code).toBe('RATE_LIMITED');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Another address is not touched.
  expect((await server.browser('192.0.2.78').post('/api/auth/sign-out', {})).status).toBe(200);
});
