import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '#tests/support/database.ts';

const peers = join(import.meta.dirname, 'peers');

const peopleOf = (repositories: number) => Math.ceil(repositories / 10);

/** "quasar" is in 50 names at any table size, "react" in one name in twelve. */
const words = `SELECT
  string_to_array('alpha amber atomic binary bold brisk calm clever cosmic crisp dapper deep eager electric fancy fast fluent gentle golden grand happy hidden humble icy iron jolly keen lazy light lucid lunar magic mellow mighty modern neat nimble noble open polar prime proud pure quick quiet rapid royal rustic secret sharp shiny silent simple sleek smart solar solid stellar swift tidy tiny urban vivid warm wild wise young zesty', ' ') AS adjective,
  string_to_array('api auth beacon board bridge buffer builder cache canvas chart client cloud codec compiler config console crawler cursor daemon dashboard database deck docs editor engine explorer factory feed fetcher filter forge form framework gateway generator graph grid guard hook index kernel kit launcher layer ledger library linter loader logger mailer manager mapper matrix mesh mirror monitor orbit orm parser pipeline planner platform player portal proxy query queue reader registry relay render router runner runtime sandbox schema scraper search server service shell signal socket stack storage store stream studio sync table template terminal theme toolkit tracker tunnel vault viewer watcher worker', ' ') AS noun,
  string_to_array('react vue svelte node deno rust go python graphql prisma postgres docker', ' ') AS tech,
  string_to_array('octo blue north hyper open meta data dev cloud code bear pixel nano green red forest', ' ') AS org`;

const hashes = [0, 7_777_777, 15_555_551, 23_333_333, 31_111_111].map(
  (seed, index) => `abs(hashint4(i + ${seed})::bigint) AS h${index + 1}`,
);

const repositories = `SELECT 'repo_' || lpad(i::text, 26, '0') AS "id",
  adjective[1 + h1 % 68] || '-' || noun[1 + h2 % 100] || '-' || tech[1 + h3 % 12]
    || CASE WHEN i % ($1::int / 50) = 0 THEN '-quasar' ELSE '' END || '-' || i AS "name",
  'https://git.example.com/' || org[1 + h1 % 16] || '-' || noun[1 + h3 % 100] || '/'
    || adjective[1 + h1 % 68] || '-' || noun[1 + h2 % 100] || '-' || i AS "link",
  CASE WHEN i % 10 = 0 THEN '' ELSE 'A ' || adjective[1 + h4 % 68] || ' ' || noun[1 + h5 % 100]
    || ' for ' || adjective[1 + h2 % 68] || ' ' || noun[1 + h4 % 100] || 's. It keeps the '
    || noun[1 + h1 % 100] || ' ' || adjective[1 + h3 % 68] || ' and the ' || noun[1 + h3 % 100]
    || ' ' || adjective[1 + h5 % 68] || '.' END AS "description",
  timestamptz '2021-01-01' + (h1 % 150000000) * interval '1 second' AS "time"
  FROM (SELECT i, ${hashes.join(', ')} FROM generate_series(1, $1::int) AS i) AS numbers, (${words}) AS words`;

const people = `SELECT 'usr_' || lpad(i::text, 26, '0') AS "id",
  initcap(adjective[1 + i * 7 % 68]) || ' ' || initcap(noun[1 + i * 13 % 100]) AS "name",
  adjective[1 + i * 7 % 68] || '.' || noun[1 + i * 13 % 100] || i || '@example.com' AS "email",
  timestamptz '2020-01-01' + i * interval '2 hours' AS "time"
  FROM generate_series(1, $1::int) AS i, (${words}) AS words`;

const insertRepositories = `INSERT INTO "repository" ("id", "name", "link", "description", "createdAt", "updatedAt")
  SELECT "id", "name", "link", "description", "time", "time" FROM (${repositories}) AS rows`;

export async function fill(url: string, rows = 200_000): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(insertRepositories, [rows]);
    await client.query(
      `INSERT INTO "user" ("id", "email", "emailVerified", "name", "onboardedAt", "createdAt", "updatedAt")
        SELECT "id", "email", true, "name", now(), "time", "time" FROM (${people}) AS rows`,
      [peopleOf(rows)],
    );
    await client.query('VACUUM ANALYZE');
  });
}

export async function fillPeers(url: string, rows: number, token: string): Promise<void> {
  const script = (name: string) => readFileSync(join(peers, name), 'utf8');
  await withClient(url, async (client) => {
    await client.query(script('tables.sql'));
    await client.query(insertRepositories, [rows]);
    await client.query(
      `INSERT INTO "user" ("id", "email", "emailVerified", "name", "createdAt", "updatedAt")
        SELECT "id", "email", true, "name", "time", "time" FROM (${people}) AS rows`,
      [peopleOf(rows)],
    );
    await client.query(
      `INSERT INTO "session" ("id", "token", "userId", "expiresAt")
        SELECT 'ses_1', $1, min("id"), now() + interval '1 day' FROM "user"`,
      [token],
    );
    await client.query(script('indexes.sql'));
    await client.query('VACUUM ANALYZE');
  });
}
