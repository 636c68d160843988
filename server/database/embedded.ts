/** The product's own PostgreSQL, for machines without one: packages/embedded-postgres. */
import {
  type Embedded,
  type EmbeddedOptions,
  startEmbedded as start,
} from '@atrium/embedded-postgres';
import { EmbeddedError, type EmbeddedErrorCode } from '@atrium/embedded-postgres/errors';
import { CliError } from '#server/progress.ts';

const hints: Record<EmbeddedErrorCode, string> = {
  NO_BINARIES:
    'Remove node_modules and start again, or set DATABASE_URL to a PostgreSQL 15 or later.',
  NO_USER:
    'Run the command as an ordinary user, move the checkout to a folder that others may enter, or set DATABASE_URL.',
  NOT_CREATED:
    'Free some disk space or set DATA_DIR to another folder, or set DATABASE_URL to your own PostgreSQL.',
  NOT_STARTED: 'See postgres.log in DATA_DIR, or set DATABASE_URL to your own PostgreSQL.',
  NOT_ANSWERING: 'See postgres.log in DATA_DIR; stop that PostgreSQL and start again.',
  NOT_READABLE:
    'Run the command as the user who created it (root, if root started it first), or set DATA_DIR to another folder.',
  PASSWORD_LOST: 'Restore that file from a backup, or set DATA_DIR to another folder.',
  OTHER_VERSION:
    'Move it with pg_dump and pg_restore, or set DATA_DIR to another folder for a new one.',
  IN_USE: 'Stop it first, or set DATA_DIR and PORT to run a second one beside it.',
};

/** @throws {CliError} with a hint, if PostgreSQL can't be started */
export async function startEmbedded(options: Omit<EmbeddedOptions, 'name'>): Promise<Embedded> {
  try {
    return await start({ name: 'atrium', ...options });
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error;
    throw new CliError(error.message, hints[error.code], { cause: error });
  }
}
