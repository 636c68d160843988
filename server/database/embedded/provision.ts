import { SafeClient } from '#server/database/connections/safe-client.ts';
import { superuser } from './cluster.ts';

/** Owner of the databases. Not a superuser, so an SQL injection can't read files. */
export const databaseRole = 'atrium';

/** SQLSTATE of a failed password check, also returned for an unknown role. */
const invalidPassword = '28P01';
/** SQLSTATEs if another process created the database at the same time. */
const databaseExists = ['42P04', '23505'];
/** SQLSTATEs if another process created or altered the role at the same time. */
const roleExists = ['42710', '23505', 'XX000'];

export type Superuser = { port: number; password: string };

export const superuserClient = ({ port, password }: Superuser) =>
  new SafeClient({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });

/**
 * Creates the role and the database if missing. Usually one connection and one query. `maintenanceUrl` is the role's
 * URL for the database `postgres`.
 */
export async function provision(
  maintenanceUrl: string,
  admin: Superuser,
  password: string,
  database: string,
): Promise<void> {
  const client = new SafeClient({ connectionString: maintenanceUrl });
  try {
    await client.connect();
  } catch (error) {
    if (!hasState(error, [invalidPassword])) throw error;
    await createRole(admin, password);
    return provision(maintenanceUrl, admin, password, database);
  }
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

async function createRole(admin: Superuser, password: string): Promise<void> {
  const client = superuserClient(admin);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [
      databaseRole,
    ]);
    const verb = rowCount ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${client.escapeIdentifier(databaseRole)} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
    );
  } catch (error) {
    if (!hasState(error, roleExists)) throw error;
  } finally {
    await client.end();
  }
}

const hasState = (error: unknown, states: string[]) =>
  states.includes((error as { code?: string }).code ?? '');
