/**
 * Tells a database that cannot be used from a statement that is wrong.
 *
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

/** `unreachable`: nothing is answered in time. `readOnly`: reads work, writes find no room. */
export type DatabaseFault = 'unreachable' | 'readOnly';

/** Thrown by the database client; answered with 503 and `Retry-After`. */
export class DatabaseUnavailable extends Error {
  readonly kind: DatabaseFault;

  constructor(kind: DatabaseFault, cause?: unknown) {
    super(`The database is ${kind === 'readOnly' ? 'read-only' : kind}.`, { cause });
    this.kind = kind;
  }
}

/** Connection lost, shutting down or starting, statement cancelled for its time, no connection left. */
const unreachableStates = /^(08|57P0|57014|53300)/;
/** Disk full, out of memory, I/O error, a standby that takes no writes. */
const readOnlyStates = /^(53000|53100|53200|53400|58030|25006)/;
/** A file that may not grow has no state of its own (PostgreSQL's errcode_for_file_access). */
const noRoom = /^could not (extend|write|create|fallocate)/i;

/** Node's and Prisma's codes for an unreachable database. */
const unreachableCodes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2037|ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** Messages that carry no code: the driver's, and our own where Prisma wraps it. */
const unreachableMessages =
  /database is unreachable|connection terminated|connection ended|timeout exceeded|read timeout|not queryable|can't reach database|after calling end on the pool/i;

type ErrorDetails = {
  message?: string;
  code?: string;
  cause?: unknown;
  originalCode?: string;
  originalMessage?: string;
  meta?: { driverAdapterError?: unknown };
};

/** The fault that `error` or one of its causes reports; undefined if the database is usable. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof DatabaseUnavailable) return error.kind;
  const { message = '', code, cause, originalCode, originalMessage, meta } = error as ErrorDetails;
  const state = originalCode ?? code ?? '';
  if (
    unreachableStates.test(state) ||
    unreachableCodes.test(code ?? '') ||
    unreachableMessages.test(message)
  ) {
    return 'unreachable';
  }
  if (readOnlyStates.test(state) || noRoom.test(originalMessage ?? message)) return 'readOnly';
  return databaseFault(meta?.driverAdapterError) ?? databaseFault(cause);
}

/** Whether PostgreSQL refused a value of a statement, by a constraint or a format: classes 22 and 23. */
export const isRefusal = (error: unknown) => /^2[23]/.test((error as ErrorDetails).code ?? '');

const lostCodes = /^(ECONNRESET|EPIPE|57P01|57P02)$/;
const lostMessages = /^Connection terminated unexpectedly|not queryable$/;

/** Whether the connection was lost, rather than a statement taking too long: a read may be sent again. */
export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as ErrorDetails;
  return lostCodes.test(code) || lostMessages.test(message);
}
