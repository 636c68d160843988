import type { Client } from 'pg';

/** Each organization has the maximum number of members; a user belongs to 50 of 1,000 organizations. */
const membersEach = 1_000;
const peopleMin = 20 * membersEach;

const organizations = `INSERT INTO "organization" ("id", "name", "slug", "createdAt", "updatedAt")
  SELECT 'org_' || lpad(i::text, 26, '0'), 'Organization ' || i, 'organization-' || i, "time", "time"
  FROM (SELECT i, timestamptz '2022-01-01' + i * interval '9 hours' AS "time" FROM generate_series(1, $1::int) AS i) AS rows`;

/** Spread over all users, with shuffled timestamps. */
const members = `INSERT INTO "member" ("id", "organizationId", "userId", "role", "createdAt", "updatedAt")
  SELECT 'mbr_' || lpad(((o - 1) * ${membersEach} + k + 1)::text, 26, '0'), 'org_' || lpad(o::text, 26, '0'),
    'usr_' || lpad((1 + k * 20 + (o * 7 + k * 3) % 20)::text, 26, '0'),
    (CASE WHEN k = (o - 1) % ${membersEach} THEN 'owner' WHEN k % 50 = 0 THEN 'admin' ELSE 'member' END)::"organization_role",
    "time", "time"
  FROM (SELECT o, k, timestamptz '2022-01-01' + abs(hashint4(o * ${membersEach} + k)::bigint) % 100000000 * interval '1 second' AS "time"
    FROM generate_series(1, $1::int) AS o, generate_series(0, ${membersEach - 1}) AS k) AS rows`;

/**
 * The newest 60% belong to the first 90% of the organizations. Of the older ones, half belong to the rest and half
 * to no organization: readers of only those shouldn't pay for the newer ones.
 */
const owners = `UPDATE "repository" AS r SET "organizationId" = CASE
    WHEN n <= total * 0.6 THEN 'org_' || lpad((1 + h % ($1::int * 9 / 10))::text, 26, '0')
    WHEN h % 2 = 0 THEN 'org_' || lpad(($1::int * 9 / 10 + 1 + h / 2 % ($1::int / 10))::text, 26, '0') END
  FROM (SELECT "id", row_number() OVER (ORDER BY "createdAt" DESC) AS n, count(*) OVER () AS total,
    abs(hashtext("id")::bigint) AS h FROM "repository") AS ranked
  WHERE r."id" = ranked."id"`;

export async function fillOrganizations(client: Client, count: number): Promise<void> {
  const { rows } = await client.query('SELECT count(*)::int AS "count" FROM "user"');
  if (rows[0].count < peopleMin) throw new Error(`There are fewer than ${peopleMin} users.`);
  await client.query('BEGIN');
  await client.query(organizations, [count]);
  await client.query(members, [count]);
  await client.query('COMMIT');
  await client.query(owners, [count]);
  // Repositories never change owner otherwise, so no trigger maintains these counters.
  await client.query(
    `UPDATE "row_count" SET "shared" = (SELECT count(*) FROM "repository" WHERE "organizationId" IS NULL)
      - (SELECT coalesce(sum("shared"), 0) FROM "row_count_part" WHERE "table" = 'repository')
      WHERE "table" = 'repository'`,
  );
  await client.query(
    `INSERT INTO "repository_count" ("organizationId", "rows")
      SELECT "organizationId", count(*) FROM "repository" WHERE "organizationId" IS NOT NULL GROUP BY 1`,
  );
  await client.query('VACUUM ANALYZE');
}

export async function addMember(client: Client, userId: string, organizationId: string) {
  await client.query(
    `UPDATE "member" SET "userId" = $1 WHERE "id" = (
      SELECT "id" FROM "member" WHERE "organizationId" = $2 AND "role" = 'member' LIMIT 1)`,
    [userId, organizationId],
  );
}
