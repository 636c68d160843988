/**
 * What must not be possible, tried from outside: against two instances on one database, and against
 * the product with the PostgreSQL it brings along.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attack } from '#tests/attack/attack.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { table } from '#tests/support/probe.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const admin = 'root@example.org';

/** What the products need of the environment. */
const attackedEnv = { ADMIN_EMAILS: admin, LOG_LEVEL: 'info' };

/** Runs all rows against these instances and the demo, and looks into their logs. */
async function withstands(products: Product[], mailbox: Mailbox): Promise<void> {
  const log = () => products.map((product) => product.log).join('\n');
  const demoData = await freshDatabase();
  const demo = await startProduct({ databaseUrl: demoData.url, env: { DEMO: 'true' } });
  const target = { urls: products.map(({ url }) => url), mailbox, admin, demo: demo.url };
  const inside = { pids: products.map(({ pid }) => pid), log };
  const findings = await attack({ ...target, inside }).finally(async () => {
    await demo.stop();
    await demoData.drop();
  });
  const misses = findings.filter((finding) => finding.misses.length);
  expect(misses, table(findings)).toEqual([]);
  expect(findings.length).toBeGreaterThan(22);

  const lines = log().split('\n');
  expect(lines.length).toBeGreaterThan(1_000);
  for (const { code } of mailbox.messages) if (code) expect(log()).not.toContain(`"${code}"`);
  expect(log()).not.toMatch(/session_token|atrium\.(code|device)=|Bearer /);
  for (const line of lines.filter((each) => each.startsWith('{'))) {
    expect(() => JSON.parse(line)).not.toThrow();
  }
}

it('two instances on one database withstand every row of the attack, as one', async () => {
  const database = await freshDatabase();
  const mailbox = await startMailbox();
  const options = { databaseUrl: database.url, smtpUrl: mailbox.url };
  const first = await startProduct({ ...options, env: attackedEnv });
  const second = await startProduct({ ...options, env: { ...attackedEnv, BASE_URL: first.url } });
  try {
    await withstands([first, second], mailbox);
  } finally {
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
    await mailbox.close();
    await database.drop();
  }
}, 900_000);

it('the product with its embedded PostgreSQL withstands every row of the attack', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-attack-'));
  const mailbox = await startMailbox();
  const env = { ...attackedEnv, DATA_DIR: dataDir };
  const product = await startProduct({ databaseUrl: '', smtpUrl: mailbox.url, env });
  try {
    await withstands([product], mailbox);
  } finally {
    expect(await product.stop()).toBe(0);
    await mailbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 900_000);
