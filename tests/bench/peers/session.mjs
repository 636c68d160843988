/** The statement of the peers that look up a session with pg, on every request. */
const statement = `SELECT u."id", u."role", s."expiresAt" FROM "session" AS s
  JOIN "user" AS u ON u."id" = s."userId" WHERE s."token" = $1`;

/** The token of a request's `Authorization` header. */
export const tokenOf = (authorization) => authorization?.slice('Bearer '.length);

/** The user of a request, or null without a valid session. */
export async function findUser(pool, authorization) {
  const values = [tokenOf(authorization)];
  const { rows } = await pool.query({ name: 'session', text: statement, values });
  return rows[0] && rows[0].expiresAt > new Date() ? rows[0] : null;
}

/** A pattern for ILIKE that matches texts which contain `term`. */
export const contains = (term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** Cursors of the peers that page by name. */
export const encodeCursor = (name) => Buffer.from(name).toString('base64url');
export const decodeCursor = (cursor) => cursor && Buffer.from(cursor, 'base64url').toString();
