import { SafeClient } from './client.ts';

/** SQLSTATE of a failed password check, also returned for an unknown role. */
const invalidPassword = '28P01';
/** SQLSTATEs if another process created the database at the same time. */
const databaseExists = ['42P04', '23505'];
/** SQLSTATEs if another process created or altered the role at the same time. */
const roleExists = ['42710', '23505', 'XX000'];

type Wanted = { role: string; password: string; database: string };

/**
 * Creates the role and the database if missing. Usually one connection and one query. `maintenanceUrl` is the role's
 * URL for the database `postgres`.
 */
export async function provision(
  maintenanceUrl: string,
  superuserUrl: string,
  wanted: Wanted,
): Promise<void> {
  const client = new SafeClient({ connectionString: maintenanceUrl });
  try {
    await client.connect();
  } catch (error) {
    if (!hasState(error, [invalidPassword])) throw error;
    await createRole(superuserUrl, wanted);
    return provision(maintenanceUrl, superuserUrl, wanted);
  }
  const { database } = wanted;
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      database,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!hasState(error, databaseExists)) throw error;
  } finally {
    await client.end();
  }
}

/** The role is not a superuser, so that an SQL injection can't read files. */
async function createRole(superuserUrl: string, { role, password }: Wanted): Promise<void> {
  const client = new SafeClient({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const verb = rowCount ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${client.escapeIdentifier(role)} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
    );
  } catch (error) {
    if (!hasState(error, roleExists)) throw error;
  } finally {
    await client.end();
  }
}

const hasState = (error: unknown, states: string[]) =>
  states.includes((error as { code?: string }).code ?? '');
