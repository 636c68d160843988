import cluster from 'node:cluster';
import { expect, it } from 'vitest';
import type { Taken } from '#server/auth/limits/limit.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10' });

const rename = 'updateViewer(input: { name: "Renamed" }) { errors { code } }';

it('all mutations of a request count, and are refused together', async () => {
  const user = await server.as('user');
  const eight = Array.from({ length: 8 }, (_, i) => `a${i}: ${rename}`).join(' ');
  expect((await user.send(`mutation { ${eight} }`)).errors).toEqual([]);
  expect(
    (await user.send(`mutation { ...Eight } fragment Eight on Mutation { ${eight} }`)).status,
  ).toBe(429);
  expect((await user.send(`mutation { a: ${rename} b: ${rename} }`)).errors).toEqual([]);
});

it('an access token that exceeds the limit does not keep its owner from revoking it', async () => {
  const owner = await server.as('user');
  const { id, secret } = await createToken(owner);
  const ten = Array.from({ length: 10 }, (_, i) => `a${i}: ${rename}`).join(' ');
  const send = () => program(server, secret).send(`mutation { ${ten} }`);
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  const other = await createToken(owner);
  expect((await program(server, other.secret).send(`mutation { ${rename} }`)).status).toBe(429);
  expect(await mutate(owner, 'revokeAccessToken', { id })).toEqual([]);
});

it('a process whose primary does not answer refuses what all processes count together', async () => {
  cluster.setupPrimary({ exec: 'lab/support/lone-worker.ts' });
  const worker = cluster.fork();
  const taken = await new Promise<Taken[]>((resolve) => {
    worker.on('message', (message) => 'taken' in message && resolve(message.taken));
  });
  worker.kill();
  expect(taken.map(({ retryAfter, quota }) => [retryAfter, quota.remaining])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});
