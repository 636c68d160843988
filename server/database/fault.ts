/**
 * Distinguishes an unusable database from a faulty statement.
 *
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

import type { DatabaseFault } from '#server/log/request-context.ts';

/** Thrown by the database client. Answered with 503 and `Retry-After`. */
export class DatabaseUnavailable extends Error {
  readonly kind: DatabaseFault;

  constructor(kind: DatabaseFault, cause?: unknown) {
    super(`The database is ${kind === 'readOnly' ? 'read-only' : kind}.`, { cause });
    this.kind = kind;
  }
}

/** Connection lost, shutdown or startup, statement timeout, too many connections, ended to resolve a deadlock. */
const unreachableStates = /^(08|57P0|57014|53300|40)/;
/** Disk full, out of memory, I/O error, or a standby that rejects writes. */
const readOnlyStates = /^(53000|53100|53200|53400|58030|25006)/;
/** A failure to extend a file has no specific SQLSTATE (PostgreSQL's errcode_for_file_access). */
const noRoom = /^could not (extend|write|create|fallocate)/i;

const unreachableCodes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2034|P2037|ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** Errors without a code: the driver's, and ours when Prisma wraps them. */
const unreachableMessages =
  /database is unreachable|connection terminated|connection ended|timeout exceeded|read timeout|not queryable|can't reach database|after calling end on the pool/i;

/** Error kinds of the driver adapter. A failed COMMIT has one instead of a code. */
const unreachableKinds =
  /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)$/;

type ErrorDetails = {
  kind?: string;
  message?: string;
  code?: string;
  cause?: unknown;
  originalCode?: string;
  originalMessage?: string;
  meta?: { driverAdapterError?: unknown };
};

/** Fault reported by `error` or one of its causes; undefined if the database is usable. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof DatabaseUnavailable) return error.kind;
  const {
    kind = '',
    message = '',
    code,
    cause,
    originalCode,
    originalMessage,
    meta,
  } = error as ErrorDetails;
  const state = originalCode ?? code ?? '';
  if (
    unreachableStates.test(state) ||
    unreachableKinds.test(kind) ||
    unreachableCodes.test(code ?? '') ||
    unreachableMessages.test(message)
  ) {
    return 'unreachable';
  }
  if (readOnlyStates.test(state) || noRoom.test(originalMessage ?? message)) return 'readOnly';
  return databaseFault(meta?.driverAdapterError) ?? databaseFault(cause);
}

/** Whether PostgreSQL rejected a value: SQLSTATE class 22 (invalid data) or 23 (constraint). */
export const isRefusal = (error: unknown) => /^2[23]/.test((error as ErrorDetails).code ?? '');

const lostCodes = /^(ECONNRESET|EPIPE|57P01|57P02)$/;
const lostMessages = /^Connection terminated unexpectedly|not queryable$/;

/** Whether the connection was lost, rather than a statement timing out. Reads can then be retried. */
export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as ErrorDetails;
  return lostCodes.test(code) || lostMessages.test(message);
}
