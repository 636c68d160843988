/** Fills a database with 1,000,000 repositories and 100,000 people, in a minute or two. */
import { Client } from 'pg';

export const sizes = { repositories: 1_000_000, people: 100_000 };

/** Every repository's name has two of these words, so each word is in 1 % of the names. */
const words = `ARRAY(SELECT 'word' || chr(97 + i / 10) || chr(97 + i % 10) FROM generate_series(0, 99) AS i)`;

/** Fills the migrated, empty database at `url`. One repository in 10,000 is a "needle". */
export async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO "repository" ("id", "name", "link", "description", "createdAt", "updatedAt")
      SELECT 'repo_' || lpad(n::text, 26, '0'),
        w[1 + n % 100] || ' ' || w[1 + (n / 100) % 100] || ' ' || n,
        'https://git.example.com/' || md5(n::text),
        CASE WHEN n % 10000 = 0 THEN 'the needle of ' ELSE 'about ' END || md5('d' || n),
        timestamptz '2020-01-01' + n * interval '1 second',
        timestamptz '2020-01-01' + n * interval '2 seconds'
      FROM generate_series(1, ${sizes.repositories}) AS n, (SELECT ${words} AS w) AS words`);
    await client.query(`
      INSERT INTO "user" ("id", "email", "emailVerified", "name", "onboardedAt", "createdAt", "updatedAt")
      SELECT 'usr_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com', true,
        'Person ' || md5(n::text), now(), timestamptz '2020-01-01' + n * interval '1 minute', now()
      FROM generate_series(1, ${sizes.people}) AS n`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
