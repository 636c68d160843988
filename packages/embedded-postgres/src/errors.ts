export type EmbeddedErrorCode =
  /** There are no programs of PostgreSQL for this machine. */
  | 'NO_BINARIES'
  /** Root may not run PostgreSQL, and no other user can reach its files. */
  | 'NO_USER'
  /** initdb failed, for example because the disk is full. */
  | 'NOT_CREATED'
  | 'NOT_STARTED'
  | 'NOT_ANSWERING'
  /** The data belongs to another user of the machine. */
  | 'NOT_READABLE'
  | 'PASSWORD_LOST'
  | 'OTHER_VERSION'
  /** Another process holds the lock of `exclusive`. */
  | 'IN_USE';

/** Says why there is no database. What to do about it is for the program to say, by `code`. */
export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedError';
    this.code = code;
  }
}
