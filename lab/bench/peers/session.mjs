/** Session lookup of the peers that use pg. Runs on every request. */
const statement = `SELECT u."id", u."role", s."expiresAt" FROM "session" AS s
  JOIN "user" AS u ON u."id" = s."userId" WHERE s."token" = $1`;

export const tokenOf = (authorization) => authorization?.slice('Bearer '.length);

export async function findUser(pool, authorization) {
  const values = [tokenOf(authorization)];
  const { rows } = await pool.query({ name: 'session', text: statement, values });
  return rows[0] && rows[0].expiresAt > new Date() ? rows[0] : null;
}

export const contains = (term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

export const encodeCursor = (name) => Buffer.from(name).toString('base64url');
export const decodeCursor = (cursor) => cursor && Buffer.from(cursor, 'base64url').toString();

const matches = '("name" ILIKE $1 OR "link" ILIKE $1 OR "description" ILIKE $1)';

/** Statements of the peers that use pg, with these columns of a repository. */
export const statementsWith = (columns) => ({
  list: `SELECT ${columns} FROM "repository" ORDER BY "name" LIMIT $1`,
  listAfter: `SELECT ${columns} FROM "repository" WHERE "name" > $2 ORDER BY "name" LIMIT $1`,
  search: `SELECT ${columns} FROM "repository" WHERE ${matches} ORDER BY "name" LIMIT $2`,
  byId: `SELECT ${columns} FROM "repository" WHERE "id" = $1`,
  create: `INSERT INTO "repository"("id", "name", "link", "description") VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
});
