/**
 * What is the database's fault, and not the statement's: it cannot be reached, takes too long, or has
 * no room left for what is to be written.
 *
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

/** `away`: no answer to anything. `full`: it answers, but takes no writes. */
export type DatabaseFault = 'away' | 'full';

/** Connection lost, shutting down or starting, statement cancelled for its time, no connection left. */
const awayStates = /^(08|57P0|57014|53300)/;
/** Disk full, out of memory, I/O error, a standby that takes no writes. */
const fullStates = /^(53000|53100|53200|53400|58030|25006)/;
/** A file that may not grow has no state of its own (PostgreSQL's errcode_for_file_access). */
const noRoom = /^could not (extend|write|create|fallocate)/i;

/** Node's and Prisma's codes for the same. */
const awayCodes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2037|ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** What the driver says where it has no code. */
const awayWords =
  /connection terminated|connection ended|timeout exceeded|read timeout|not queryable|can't reach database|after calling end on the pool/i;

type Told = {
  message?: string;
  code?: string;
  cause?: unknown;
  originalCode?: string;
  originalMessage?: string;
  meta?: { driverAdapterError?: unknown };
};

/** The fault that `error` tells of, wherever in it that stands; undefined if it is none. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { message = '', code, cause, originalCode, originalMessage, meta } = error as Told;
  const state = originalCode ?? code ?? '';
  if (awayStates.test(state) || awayCodes.test(code ?? '') || awayWords.test(message)) {
    return 'away';
  }
  if (fullStates.test(state) || noRoom.test(originalMessage ?? message)) return 'full';
  return databaseFault(meta?.driverAdapterError) ?? databaseFault(cause);
}
