/** The state of the installation for operators: who sees it, what it shows, and that it shows no secret. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { createHeartbeat } from '#server/process/heartbeat.ts';
import { readSettings } from '#server/settings.ts';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { enumName } from '#shared/enum-name.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { startServer } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

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
  processes { key instance worker pid version commit startedAt busyRatio memoryBytes runningRequests
    maxRunningRequests queuedRequests openStreams databaseConnections busyDatabaseConnections clockSkewSeconds }
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

const load = {
  admission: () => ({ inFlight: 3, limit: 16, queued: 1, streams: 2 }),
  pools: { requests: () => ({ total: 5, idle: 4, waiting: 0 }) },
};
type Shown = { name: string; value: string | null };

const quiet = pino({ level: 'silent' });

function heartbeat(port: number, log = quiet, client = database) {
  const settings = { demo: undefined, port };
  return createHeartbeat({ database: client, state: load, settings, log });
}

async function read() {
  const { data, errors } = await admin.send(document);
  expect(errors).toEqual([]);
  return data.system;
}

describe('is read by', () => {
  it.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['user', 'FORBIDDEN'],
  ] as const)('no %s', async (role, code) => {
    const { data, errors } = await (await server.as(role)).send(document);
    expect(data.system).toBeNull();
    expect(errorCodes({ errors })).toEqual([code]);
  });

  it('no access token', async () => {
    const { secret } = await createToken(admin, { scopes: accessTokenScopes.map(enumName) });
    const { data, errors } = await program(server, secret).send(document);
    expect(data.system).toBeNull();
    expect(errorCodes({ errors })).toEqual(['ACCESS_TOKEN_REFUSED']);
  });

  it('managers', async () => {
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
});

describe('processes', () => {
  it('of two instances are shown with their load, until their heartbeat is old', async () => {
    const [first, second] = [heartbeat(3001), heartbeat(3002)];
    await Promise.all([first.beat(), second.beat()]);
    await first.beat();
    const { processes } = await read();
    expect(processes).toHaveLength(2);
    expect(processes[0]).toMatchObject({
      ...{ instance: expect.stringMatching(/:3001$/), worker: 0, pid: process.pid },
      ...{ runningRequests: 3, maxRunningRequests: 16, queuedRequests: 1, openStreams: 2 },
      ...{ databaseConnections: 5, busyDatabaseConnections: 1 },
    });
    expect(processes[0].memoryBytes).toBeGreaterThan(1e7);
    expect(processes[0].busyRatio).toBeLessThanOrEqual(1);
    expect(Math.abs(processes[0].clockSkewSeconds)).toBeLessThan(1);
    expect(processes[1].busyRatio).toBe(0);

    const where = { instance: { endsWith: ':3002' } };
    const seenAt = new Date(Date.now() - 31_000);
    await database.serverProcess.updateMany({ where, data: { seenAt } });
    expect((await read()).processes).toHaveLength(1);
    await first.stop();
    expect((await read()).processes).toEqual([]);
    // Alive again, as after an outage.
    await second.beat();
    expect((await read()).processes).toHaveLength(1);
    await second.stop();
    expect(await database.serverProcess.count()).toBe(0);
  });

  it('that cannot write, since the database is read-only, log it once and go on', async () => {
    const url = new URL(server.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const readOnly = createDatabase(url.href);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const failing = heartbeat(3003, log, readOnly);
    await failing.beat();
    await failing.beat();
    await failing.stop();
    expect(lines).toEqual(['heartbeat.failed']);
    await readOnly.$disconnect();
  });
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
