import { test as base, expect, type Page, type Route } from '@playwright/test';
import { createDatabase, type Database } from '#server/database/client.ts';
import { freshDatabase, query, type TestDatabase } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

export { expect };

type WorkerFixtures = {
  /** Additional settings of the product: `test.use({ settings: { ORGANIZATIONS: 'false' } })`. */
  settings: Record<string, string>;
  database: TestDatabase;
  mailbox: Mailbox;
  product: Product;
};

type TestFixtures = {
  /** Failures that a test expects: part of a console error or a URL. */
  allowedProblems: (string | RegExp)[];
  failOnPageProblems: undefined;
};

export const isOperation = (route: Route, name: string) =>
  route.request().postDataJSON()?.operationName === name;

/** Requests to `url` wait until the result is called. With `operation`, others of the API don't. */
export async function hold(
  page: Page,
  url: string | RegExp,
  operation?: string,
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (!operation || isOperation(route, operation)) await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

export const adminEmail = 'manager@example.org';

/** Adds a trigger that backdates the rate limits of emails, so that signing in again never waits. */
async function expireRateLimits({ url }: TestDatabase): Promise<void> {
  await query(
    url,
    `CREATE FUNCTION "expire_rate_limits"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW."times" := ARRAY[now() - interval '2 days'];
        RETURN NEW;
    END $$;
    CREATE TRIGGER "expire_rate_limits" BEFORE INSERT OR UPDATE ON "rate_limit"
        FOR EACH ROW WHEN (NEW."key" LIKE 'mail-%') EXECUTE FUNCTION "expire_rate_limits"();`,
  );
}

let connected: { url: string; database: Database } | undefined;

export function databaseAt(url: string): Database {
  if (connected?.url !== url) connected = { url, database: createDatabase(url) };
  return connected.database;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const database = await freshDatabase();
      await expireRateLimits(database);
      await use(database);
      await connected?.database.$disconnect();
      await database.drop();
    },
    { scope: 'worker' },
  ],
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const mailbox = await startMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ database, mailbox, settings }, use) => {
      const product = await startProduct({
        databaseUrl: database.url,
        smtpUrl: mailbox.url,
        env: { ADMIN_EMAILS: adminEmail, ...settings },
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  allowedProblems: [[], { option: true }],
  failOnPageProblems: [
    async ({ context, allowedProblems }, use) => {
      const problems: string[] = [];
      const note = (problem: string) => {
        const allowed = allowedProblems.some((each) =>
          typeof each === 'string' ? problem.includes(each) : each.test(problem),
        );
        if (!allowed) problems.push(problem);
      };
      context.on('console', (message) => {
        if (message.type() === 'error')
          note(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // Navigation aborts pending requests.
        if (reason !== 'net::ERR_ABORTED') note(`request: ${request.url()} ${reason}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 500) note(`response: ${response.status()} ${response.url()}`);
      });
      await use(undefined);
      expect(problems, 'nothing goes wrong behind the page').toEqual([]);
    },
    { auto: true },
  ],
});
