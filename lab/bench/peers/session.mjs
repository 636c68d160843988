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
