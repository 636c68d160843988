/**
 * Why the library's second factor isn't used (docs/decisions/038-second-factor.md), in an application of its own. If an
 * upgrade fails here, read the decision again.
 */
import { betterAuth } from 'better-auth';
import { symmetricDecrypt } from 'better-auth/crypto';
import { getMigrations } from 'better-auth/db/migration';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SafeClient } from '#server/database/connections/connection.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { unique } from '#tests/support/factories.ts';
import type { Json } from '#tests/support/server.ts';

const secret = 'a secret for tests, of more than 32 characters';
const baseURL = 'http://localhost:3000';
const codes = new Map<string, string>();
let storage: TestDatabase;
let pool: Pool;
let instances: ReturnType<typeof createInstance>[];

/** `asksAfterCodes`: the plugin's hook also runs after codes by email. */
function createInstance({ asksAfterCodes }: { asksAfterCodes: boolean }) {
  const plugin = twoFactor({ allowPasswordless: true });
  const [hook] = plugin.hooks.after;
  if (asksAfterCodes && hook) hook.matcher = ({ path }) => path === '/sign-in/email-otp';
  return betterAuth({
    ...{ secret, baseURL, database: pool, rateLimit: { enabled: false } },
    logger: { disabled: true },
    plugins: [
      emailOTP({
        sendVerificationOTP: async ({ email, otp }) => void codes.set(email, otp),
      }),
      plugin,
    ],
  });
}

beforeAll(async () => {
  storage = await freshDatabase();
  pool = new Pool({
    connectionString: storage.url,
    // The database may be dropped while they end.
    Client: SafeClient,
    max: 40,
    options: '-c search_path=library',
  });
  await pool.query('CREATE SCHEMA library');
  instances = [true, true, false].map((asksAfterCodes) => createInstance({ asksAfterCodes }));
  const [first] = instances;
  if (first) await (await getMigrations(first.options)).runMigrations();
});
afterAll(async () => {
  await pool.end();
  await storage.drop();
});

function browser(instance = 0) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    async post(path: string, body: object): Promise<{ status: number; body: Json }> {
      const response = await instances[instance]?.handler(
        new Request(`${baseURL}/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: baseURL, cookie: cookie() },
          body: JSON.stringify(body),
        }),
      );
      if (!response) throw new Error('No such instance');
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s);
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return { status: response.status, body: await response.json() };
    },
  };
}

/** A browser that has entered the code sent by email. */
async function withCode(email: string, instance = 0) {
  const own = browser(instance);
  await own.post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
  const { body } = await own.post('/sign-in/email-otp', { email, otp: codes.get(email) });
  return { ...own, body };
}

async function totpOf(email: string): Promise<string> {
  const { rows } = await pool.query(
    'SELECT f."secret" FROM "twoFactor" f JOIN "user" u ON u."id" = f."userId" WHERE u."email" = $1',
    [email],
  );
  const raw = await symmetricDecrypt({ key: secret, data: rows[0].secret });
  return (await instances[0]?.api.generateTOTP({ body: { secret: raw } }))?.code ?? '';
}

async function personWithTotp() {
  const email = `${unique('person')}@example.com`;
  const own = await withCode(email);
  expect((await own.post('/two-factor/enable', {})).status).toBe(200);
  const verified = await own.post('/two-factor/verify-totp', { code: await totpOf(email) });
  expect(verified.status).toBe(200);
  return { email, own };
}

it('does not ask for the second factor after a code by email', async () => {
  const { email } = await personWithTotp();
  const { body } = await withCode(email, 2);
  expect(body).toMatchObject({ token: expect.any(String), user: { email } });
});

it('accepts the same code again, in another browser and on another instance', async () => {
  const { email } = await personWithTotp();
  const code = await totpOf(email);
  const browsers = [await withCode(email, 0), await withCode(email, 1), await withCode(email, 1)];
  expect(browsers[0]?.body).toMatchObject({ twoFactorRedirect: true });
  const [first, ...others] = browsers;
  expect((await first?.post('/two-factor/verify-totp', { code }))?.status).toBe(200);
  const answers = await Promise.all(
    others.map((each) => each.post('/two-factor/verify-totp', { code })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it('compares more wrong codes at once than its limit of ten, although it counts them', async () => {
  const { email } = await personWithTotp();
  const browsers = [];
  for (let at = 0; at < 20; at += 1) browsers.push(await withCode(email, at % 2));
  const answers = await Promise.all(
    browsers.map((each) => each.post('/two-factor/verify-totp', { code: '12345x' })),
  );
  expect(answers.filter(({ body }) => body.code === 'INVALID_CODE').length).toBeGreaterThan(10);
  const late = await withCode(email);
  const locked = await late.post('/two-factor/verify-totp', { code: await totpOf(email) });
  expect(locked.body.code).toBe('ACCOUNT_TEMPORARILY_LOCKED');
});

it('binds the second step to the browser, and opens one session for it', async () => {
  const { email } = await personWithTotp();
  const code = await totpOf(email);
  const own = await withCode(email);
  const anonymous = await browser().post('/two-factor/verify-totp', { code });
  expect(anonymous.body.code).toBe('INVALID_TWO_FACTOR_COOKIE');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => own.post('/two-factor/verify-totp', { code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('shows the secret again and replaces backup codes in a session of any age', async () => {
  const { email, own } = await personWithTotp();
  await pool.query(
    `UPDATE "session" SET "createdAt" = now() - interval '6 days'
     WHERE "userId" = (SELECT "id" FROM "user" WHERE "email" = $1)`,
    [email],
  );
  const shown = await own.post('/two-factor/get-totp-uri', {});
  expect(shown.body.totpURI).toContain('secret=');
  const replaced = await own.post('/two-factor/generate-backup-codes', {});
  expect(replaced.body.backupCodes).toHaveLength(10);
  expect((await own.post('/two-factor/disable', {})).status).toBe(200);
});

it('stores backup codes so that the server can read them, and spends one of ten at once', async () => {
  const { email, own } = await personWithTotp();
  const { body } = await own.post('/two-factor/generate-backup-codes', {});
  const { rows } = await pool.query(
    'SELECT f."backupCodes" FROM "twoFactor" f JOIN "user" u ON u."id" = f."userId" WHERE u."email" = $1',
    [email],
  );
  const stored = await symmetricDecrypt({ key: secret, data: rows[0].backupCodes });
  expect(JSON.parse(stored)).toEqual(body.backupCodes);
  const browsers = [];
  for (let at = 0; at < 10; at += 1) browsers.push(await withCode(email, at % 2));
  const [code] = body.backupCodes;
  const answers = await Promise.all(
    browsers.map((each) => each.post('/two-factor/verify-backup-code', { code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
