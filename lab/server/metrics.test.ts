import { globSync, readFileSync } from 'node:fs';
import parse from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '#lab/support/http-client.ts';
import packageJson from '#package' with { type: 'json' };
import { freshDatabase } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

const admin = 'root@example.org';

const databaseUrl = await databaseForFile();
const mailbox = await startMailbox();
afterAll(mailbox.close);

async function scrape(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  const text = await response.text();
  const samples = Array.from(text.matchAll(/^atrium_(\w+)(?:\{(.*)\})? (\S+)$/gm), (match) => {
    const [, name, labels = '', value] = match;
    return { name, labels: labels.split(','), value: Number(value) };
  });
  return (name: string, labels: Record<string, string> = {}): number | undefined => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const found = samples.filter(
      (sample) => sample.name === name && wanted.every((each) => sample.labels.includes(each)),
    );
    return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined;
  };
}

describe.each([1, 2])('of %i processes', (processes) => {
  let product: Product;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    product = await startProduct({
      databaseUrl,
      smtpUrl: mailbox.url,
      env: {
        METRICS_PORT: String(port),
        WEB_CONCURRENCY: String(processes),
        ADMIN_EMAILS: admin,
        LOG_LEVEL: 'silent',
      },
    });
  });
  afterAll(async () => {
    await product.stop();
  });

  it('count requests, errors and what is in the database', async () => {
    const target = { urls: [product.url], mailbox, admin };
    const client = await new HttpClient(target).signIn(`p${processes}@example.org`);
    const before = await scrape(port);
    const requestsBefore = before('http_request_duration_seconds_count', { route: 'graphql' }) ?? 0;
    for (const query of ['query Mine { viewer { user { id } } }', '{ users { totalCount } }']) {
      await client.fetch('/api/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
    }
    const now = await scrape(port);
    expect(now('http_request_duration_seconds_count', { route: 'graphql', status: '200' })).toBe(
      requestsBefore + 2,
    );
    // Callers choose operation names, so unknown names must not become labels.
    expect(now('graphql_operation_duration_seconds_count', { operation: 'Mine' })).toBeUndefined();
    expect(now('graphql_operation_duration_seconds_count', { operation: 'other' })).toBeGreaterThan(
      1,
    );
    expect(now('graphql_errors_total', { code: 'FORBIDDEN' })).toBe(1);
    expect(now('security_events_total', { event: 'authz_fail' })).toBe(1);
    expect(now('log_events_total', { event: 'mail.sent' })).toBe(1);
    // Halved when the machine is busy.
    expect(now('requests_limit')).toBeGreaterThanOrEqual(8 * processes);
    expect(now('requests_limit')).toBeLessThanOrEqual(16 * processes);
    expect(now('requests_in_flight')).toBe(0);
    expect(now('database_connections', { pool: 'requests', state: 'waiting' })).toBe(0);
    expect(now('database_connections', { pool: 'requests' })).toBeGreaterThan(0);
    expect(now('database_up')).toBe(1);
    expect(now('build_info', { version: packageJson.version })).toBe(1);
    expect(Math.abs(now('clock_skew_seconds') ?? 60)).toBeLessThan(1);
    expect(now('mails_pending')).toBe(0);
    // The sample users, and one signed-in user per process.
    expect(now('rows', { table: 'user' })).toBe(100 + processes);
    for (const table of ['repository', 'organization', 'session']) {
      expect(now('rows', { table })).toBeGreaterThanOrEqual(0);
    }
    expect(now('requests_queued')).toBe(0);
    expect(now('open_streams')).toBe(0);
  });

  it('are those that the alerts, the dashboard and the guide name', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const known = new Set(parse(text).map(({ name }) => name));
    for (const file of ['monitoring/alerts.yml', 'monitoring/grafana-dashboard.json']) {
      const named = readFileSync(`docs/${file}`, 'utf8').match(/\b(atrium|nodejs|process)_\w+/g);
      const unknown = named?.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')));
      expect(unknown).toEqual([]);
    }
    const guide = readFileSync('docs/guides/monitoring.md', 'utf8');
    const own = [...known].filter((name) => name?.startsWith('atrium_'));
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
    for (const [, alert] of alerts.matchAll(/alert: (\w+)/g))
      expect(guide).toContain(`| ${alert} |`);
  });

  it('show the memory of each process', async () => {
    const now = await scrape(port);
    const workers = processes === 1 ? ['0'] : ['1', '2'];
    for (const worker of workers) {
      expect(now('process_memory_bytes', { worker })).toBeGreaterThan(50e6);
      expect(now('process_memory_bytes', { worker })).toBeLessThan(600e6);
    }
  });

  it('have a name for their type, and count rare events from the start', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const gauges = parse(text).filter(({ type }) => type === 'GAUGE');
    expect(gauges.filter(({ name }) => name.endsWith('_total'))).toEqual([]);
    const now = await scrape(port);
    expect(now('log_events_total', { event: 'mail.unsure' })).toBe(0);
    expect(now('worker_exits_total')).toBe(0);
    expect(Date.now() / 1_000 - (now('start_time_seconds') ?? 0)).toBeLessThan(300);
  });

  it('are at their own port and path only', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const body = await (await fetch(`${product.url}/metrics`)).text();
    expect(body).not.toContain('atrium_');
  });
});

it('stay there while the database is away', async () => {
  const own = await freshDatabase();
  const port = await freePort();
  const product = await startProduct({
    databaseUrl: own.url,
    env: { METRICS_PORT: String(port), LOG_LEVEL: 'silent' },
  });
  expect((await scrape(port))('database_up')).toBe(1);
  await own.drop();
  const now = await scrape(port);
  expect(now('database_up')).toBe(0);
  expect(now('mails_pending')).toBeUndefined();
  expect(now('requests_limit')).toBeGreaterThan(0);
  await product.stop();
});

it('have the labels and events that the alerts and the dashboard select', () => {
  const guide = readFileSync('docs/guides/monitoring.md', 'utf8');
  const labelsOf = (metric: string) => {
    const [, labels = ''] =
      new RegExp(`^\\|[^|]*\`${metric}\`[^|]*\\|([^|]*)\\|`, 'm').exec(guide) ?? [];
    return Array.from(labels.matchAll(/`(\w+)`/g), ([, label]) => label);
  };
  const code = globSync('server/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const isLogged = (event: string) =>
    code.some((text) => text.includes(`'${event}'`) || text.includes(`  ${event}: '`));
  for (const file of ['monitoring/alerts.yml', 'monitoring/grafana-dashboard.json']) {
    const text = readFileSync(`docs/${file}`, 'utf8').replaceAll('\\"', '"');
    const selectors = [...text.matchAll(/\b(atrium_\w+?)(?:_bucket|_count|_sum)?\{([^}]*)\}/g)];
    expect(selectors.length).toBeGreaterThan(2);
    for (const [, metric = '', selector = ''] of selectors) {
      for (const [, label, value = ''] of selector.matchAll(/(\w+)=~?"([^"]*)"/g)) {
        expect(labelsOf(metric), `${file}: ${metric}`).toContain(label);
        if (label !== 'event') continue;
        const [, first = '', choices = '', last = ''] = /^(.*)\((.*)\)(.*)$/.exec(value) ?? [
          value,
          '',
          value,
          '',
        ];
        const events = choices.split('|').map((choice) => `${first}${choice}${last}`);
        expect(events.filter((event) => !isLogged(event))).toEqual([]);
      }
    }
  }
});
