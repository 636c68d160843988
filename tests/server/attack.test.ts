/** What must not be possible, tried from outside against two instances on one database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attack } from '#tests/attack/attack.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { type Finding, table } from '#tests/support/probe.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const admin = 'root@example.org';
let database: TestDatabase;
let mailbox: Mailbox;
let products: Product[] = [];
let findings: Finding[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  mailbox = await startMailbox();
  const options = { databaseUrl: database.url, smtpUrl: mailbox.url };
  const env = { ADMIN_EMAILS: admin, LOG_LEVEL: 'info' };
  const first = await startProduct({ ...options, env });
  const second = await startProduct({ ...options, env: { ...env, BASE_URL: first.url } });
  products = [first, second];
  findings = await attack({ urls: products.map(({ url }) => url), mailbox, admin });
}, 120_000);

afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()));
  await mailbox.close();
  await database.drop();
});

it('none of the rows of hardening.md that can be tried from outside is possible', () => {
  expect(findings.length).toBeGreaterThan(14);
  expect(
    findings.filter(({ misses }) => misses.length),
    table(findings),
  ).toEqual([]);
});

it('nothing secret stands in a log: no code, no cookie, no token', () => {
  const log = products.map((product) => product.log).join('\n');
  expect(log.split('\n').length).toBeGreaterThan(1_000);
  for (const { code } of mailbox.messages) if (code) expect(log).not.toContain(`"${code}"`);
  expect(log).not.toMatch(/session_token|atrium\.(code|device)=|Bearer /);
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});
