/** The state of the installation for operators: who sees it, what it shows, and that it shows no secret. */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const marker = 'Zx9-leaked-7Qk';
const address = `u:${marker}@localhost`;
/** Every text setting that may hold a secret or an address of a person. */
const secrets = {
  AUTH_SECRET: `${marker}-auth-0123456789-abcdefgh-XYZ`,
  AUTH_SECRET_PREVIOUS: `${marker}-previous-0123456789-abcdef-XYZ`,
  ADMIN_EMAILS: `${marker}@example.com`,
  DATABASE_URL: `postgresql://${address}/one`,
  DATABASE_DIRECT_URL: `postgresql://${address}/two`,
  DATA_DIR: `/srv/${marker}`,
  GITHUB_CLIENT_ID: `${marker}-id`,
  GITHUB_CLIENT_SECRET: `${marker}-github`,
  OIDC_ISSUER: `https://${address}`,
  OIDC_CLIENT_ID: `${marker}-client`,
  OIDC_CLIENT_SECRET: `${marker}-oidc`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://${address}:4318`,
  SMTP_URL: `smtp://${address}`,
};
const captcha = {
  CAPTCHA_PROVIDER: 'hcaptcha',
  CAPTCHA_SITE_KEY: marker,
  CAPTCHA_SECRET: marker,
  CAPTCHA_VERIFY_URL: `https://${address}`,
};

const document = `{ system {
  process { instance worker pid startedAt busyRatio memoryBytes runningRequests maxRunningRequests queuedRequests
    openStreams databaseConnections busyDatabaseConnections }
  database { version sizeBytes connections maxConnections }
  migrations { appliedCount pending last lastAppliedAt }
  mailQueue { waiting retried oldestSeconds failed unsure lastError }
  lastBackup { finishedAt sizeBytes }
  limits { name value }
  changedSettings { name value }
} }`;

const server = await serverForFile({ CODE_MINUTES: '7', APP_NAME: 'Harbor' });
const { database } = server;
const admin = await server.as('admin');

type Shown = { name: string; value: string | null };

async function read() {
  const { data, errors } = await admin.send(document);
  expect(errors).toEqual([]);
  return data.system;
}

it('the state is read by managers', async () => {
  const { database: stored, migrations, limits, changedSettings } = await read();
  expect(stored.version).toMatch(/^\d+\.\d+/);
  expect(stored.sizeBytes).toBeGreaterThan(1e6);
  expect(stored.connections).toBeGreaterThan(0);
  expect(stored.connections).toBeLessThan(stored.maxConnections);
  expect(migrations).toMatchObject({
    ...{ pending: [], appliedCount: expect.any(Number) },
  });
  expect(limits).toContainEqual({ name: 'CODE_MINUTES', value: '7' });
  expect(limits).toContainEqual({ name: 'MAIL_DAYS', value: '30' });
  expect(changedSettings).toContainEqual({ name: 'CODE_MINUTES', value: '7' });
  expect(changedSettings).toContainEqual({ name: 'APP_NAME', value: 'Harbor' });
  const names = changedSettings.map(({ name }: { name: string }) => name);
  expect(names).not.toContain('MAIL_DAYS');
});

it('the process that answers is shown with its load', async () => {
  const { process: shown } = await read();
  expect(shown).toMatchObject({
    ...{ instance: expect.stringMatching(/.:\d+$/), worker: 0, pid: process.pid },
    ...{ runningRequests: expect.any(Number), queuedRequests: 0, openStreams: 0 },
  });
  expect(shown.memoryBytes).toBeGreaterThan(1e7);
  expect(shown.busyRatio).toBeGreaterThanOrEqual(0);
  expect(shown.busyRatio).toBeLessThanOrEqual(1);
  expect(Date.parse(shown.startedAt)).toBeLessThan(Date.now());
  expect(shown.databaseConnections).toBeGreaterThanOrEqual(1);
  expect(shown.busyDatabaseConnections).toBeLessThanOrEqual(shown.databaseConnections);
});

it('the queue of emails is counted by state, with the last error', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const mail = { to: 'a@example.com', payload: '', nextAttemptAt: new Date(Date.now() + 6e6) };
  await database.mail.deleteMany();
  await database.mail.createMany({
    data: [
      { ...mail, id: newId('Mail'), createdAt: ago(90), lastError: 'ECONNREFUSED' },
      { ...mail, id: newId('Mail') },
      { ...mail, id: newId('Mail'), state: 'failed', nextAttemptAt: ago(60), lastError: 'EAUTH' },
      { ...mail, id: newId('Mail'), state: 'failed', handedOverAt: ago(60) },
      { ...mail, id: newId('Mail'), state: 'failed', createdAt: ago(90_000) },
      { ...mail, id: newId('Mail'), state: 'sent' },
    ],
  });
  const { mailQueue } = await read();
  expect(mailQueue).toMatchObject({
    ...{ waiting: 2, retried: 1, failed: 2, unsure: 1, lastError: 'ECONNREFUSED' },
  });
  expect(mailQueue.oldestSeconds).toBeGreaterThanOrEqual(89);
});

it('the last backup is known once it is recorded', async () => {
  expect((await read()).lastBackup).toBeNull();
  await database.lastBackup.create({ data: { bytes: 3_000 } });
  const { lastBackup } = await read();
  expect(lastBackup.sizeBytes).toBe(3_000);
  expect(Date.now() - Date.parse(lastBackup.finishedAt)).toBeLessThan(60_000);
});

describe('settings', () => {
  it('show no secret, and no text that is not declared public', async () => {
    const other = await startServer(secrets);
    const { data } = await (await other.as('admin')).send(document);
    expect(JSON.stringify(data)).not.toContain(marker);
    const shown: Shown[] = data.system.changedSettings;
    const hidden = shown.filter(({ value }) => value === null).map(({ name }) => name);
    expect(hidden.sort()).toEqual(Object.keys(secrets).sort());
    await other.stop();
  });

  it('show no secret of a captcha', () => {
    expect(JSON.stringify(readSettings(captcha).shown)).not.toContain(marker);
  });
});
