import { createHash } from 'node:crypto';

/** A statement that PostgreSQL parses and plans each time, with its values. */
type UnnamedStatement = {
  readonly text: string;
  readonly name?: undefined;
  readonly writes?: boolean;
};
/** A statement that PostgreSQL parses once per connection, and soon plans once for all values. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  /** It may wait for other transactions: no read is sent behind it. */
  readonly writes?: boolean;
};
export type Statement = NamedStatement | UnnamedStatement;

/**
 * A read with `$1`, `$2`, … for its values, to be defined once per module. Its name depends on its text, so
 * that versions of the product that share connections through a pooler never run each other's.
 */
export function namedStatement(text: string): NamedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}
