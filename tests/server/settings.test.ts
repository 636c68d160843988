import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderEnvExample } from '#server/settings/shown.ts';
import { readSettings } from '#server/settings.ts';
import { productionEnv } from '#tests/support/product.ts';

describe('.env.example', () => {
  // Run npm run generate to update it.
  it('describes every setting as the server reads it', async () => {
    await expect(renderEnvExample()).toMatchFileSnapshot('../../.env.example');
  });

  it('holds values that the server accepts', () => {
    const lines = renderEnvExample().match(/^#[A-Z_]+=.*$/gm) ?? [];
    const set = lines.map((line) => line.slice(1).split(/=(.*)/s, 2) as [string, string]);
    const { AUTH_SECRET, AUTH_SECRET_PREVIOUS, ...env } = Object.fromEntries(set);
    expect([AUTH_SECRET, AUTH_SECRET_PREVIOUS]).toEqual(['', '']);
    expect(
      readSettings({
        ...env,
        AUTH_SECRET: productionEnv.AUTH_SECRET,
        CAPTCHA_SECRET: 'secret',
      }).port,
    ).toBe(3000);
  });
});

type Row = [env: Record<string, string>, message: string];

describe('a bad value', () => {
  it.each<Row>([
    ...['prod', 'PRODUCTION', 'production ', 'staging', ' '].map(
      (NODE_ENV): Row => [
        { NODE_ENV },
        'NODE_ENV must be production, development or test. For example: NODE_ENV=production',
      ],
    ),
    ...[{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }].map(
      (env): Row => [
        { ...env, BASE_URL: 'https://atrium.example.com' },
        'BASE_URL must not be a public https:// address unless NODE_ENV=production',
      ],
    ),
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, 'SMTP_URL must be set together with TRUSTED_PROXIES'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535. For example: PORT=3000'],
    [{ WEB_CONCURRENCY: '65' }, 'WEB_CONCURRENCY must be a whole number from 1 to 64, or auto.'],
    [{ WEB_CONCURRENCY: 'many' }, 'WEB_CONCURRENCY must be a whole number from 1 to 64, or auto.'],
    [
      { SIGNUP_ENABLED: 'no' },
      'SIGNUP_ENABLED must be true or false. For example: SIGNUP_ENABLED=true',
    ],
    [{ ADMIN_EMAILS: 'ada' }, 'ADMIN_EMAILS must be email addresses separated by commas.'],
    [
      { DATABASE_URL: 'postgresql://localhost/atrium?pgbouncer=true' },
      'DATABASE_DIRECT_URL must be set where DATABASE_URL has pgbouncer=true',
    ],
    [{ CAPTCHA_SITE_KEY: 'x' }, 'CAPTCHA_PROVIDER must be set where there is a captcha'],
    ...['0.0.0.0', '::', '192.168.0.10', 'example.com'].map(
      (HOST): Row => [{ HOST }, 'HOST must be a loopback address unless NODE_ENV=production'],
    ),
    [{ ...productionEnv, SMTP_URL: '' }, 'SMTP_URL must be set in production'],
    [{ ...productionEnv, DEMO: 'true', BASE_URL: '' }, 'BASE_URL must be set in production'],
  ])('is named, with an example: %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  it.each([
    ['', 'must be set in production'],
    ['atrium.example.com', 'must be a URL'],
    ['ftp://atrium.example.com', 'must be a URL'],
    ['https://atrium.example.com/app', 'must be an origin'],
    ['https://atrium.example.com?a=b', 'must be an origin'],
    ['https://ada:hunter2@example.com', 'must be an origin'],
    ['http://atrium.example.com', 'must begin with https://'],
  ])('is named: the base URL %j in production', (BASE_URL, reason) => {
    const attempt = () => readSettings({ ...productionEnv, BASE_URL });
    expect(attempt).toThrow(`Invalid base URL: BASE_URL ${reason}`);
    expect(attempt).not.toThrow(/hunter2/);
  });

  it.each([
    ['that is missing', ''],
    ['of 31 characters', 'kJ8#mQ2$vX5&nB7*wL4@pR9!tY6%zC3'],
    ['of one character', 'a'.repeat(40)],
    ['of one word again and again', 'Change-Me-Now-9!'.repeat(3)],
    ['of few characters', 'abcddcbabbcaddabcabdcadbccbadbcadbac'],
    ['that counts up', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['that is the library’s default', 'better-auth-secret-12345678901234567890'],
    ['that is the command to make one', '"$(openssl rand -base64 32 | tr -d /+=)"'],
  ])('is not shown: a secret %s', (_what, AUTH_SECRET) => {
    try {
      readSettings({ ...productionEnv, AUTH_SECRET });
      expect.fail('It is accepted.');
    } catch (error) {
      expect(String(error)).toMatch(/AUTH_SECRET must .*openssl rand -base64 32/);
      if (AUTH_SECRET) expect(String(error)).not.toContain(AUTH_SECRET);
    }
  });

  it('counts as unset where it is empty', () => {
    expect(readSettings({ PORT: '', SIGNUP_ENABLED: '' })).toMatchObject({
      port: 3000,
      signUpEnabled: true,
    });
  });
});

describe('a setting in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (text: string) => {
    const file = join(folder, 'value');
    writeFileSync(file, text);
    return file;
  };

  it.each(['', '\n', '\r\n'])('is read, without the line break at its end: %j', (end) => {
    expect(readSettings({ PORT_FILE: write(`4000${end}`) }).port).toBe(4000);
  });

  it('is checked like any other, and not shown', () => {
    const AUTH_SECRET_FILE = write('too-short-a-secret');
    const attempt = () => readSettings({ AUTH_SECRET_FILE });
    expect(attempt).toThrow(/^AUTH_SECRET must have at least 32 characters/);
    expect(attempt).not.toThrow(/too-short/);
  });

  it('must not be set in the environment too', () => {
    expect(() => readSettings({ PORT: '1', PORT_FILE: write('4000') })).toThrow(
      'PORT must not be set together with PORT_FILE',
    );
  });

  it('must be in a file that can be read and is short', () => {
    expect(() => readSettings({ PORT_FILE: join(folder, 'absent') })).toThrow(
      /^PORT could not be read from the file of PORT_FILE: ENOENT/,
    );
    expect(() => readSettings({ PORT_FILE: folder })).toThrow(/^PORT could not be read/);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const AUTH_SECRET_FILE of ['/dev/zero', pipe]) {
      expect(() => readSettings({ AUTH_SECRET_FILE })).toThrow(
        'AUTH_SECRET could not be read from the file of AUTH_SECRET_FILE: it is not a regular file',
      );
    }
    expect(() => readSettings({ PORT_FILE: write('1'.repeat(65_537)) })).toThrow(
      'it has more than 65536 bytes',
    );
  });
});
