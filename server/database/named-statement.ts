import { createHash } from 'node:crypto';

/** PostgreSQL parses and plans it each time, using its values. */
type UnnamedStatement = {
  readonly text: string;
  readonly name?: undefined;
  readonly writes?: boolean;
};
/** PostgreSQL parses it once per connection, and soon uses a generic plan. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  /** Not repeated when its connection is lost. */
  readonly writes?: boolean;
};
export type Statement = NamedStatement | UnnamedStatement;

/**
 * A read with parameters (`$1`, `$2`, …), defined once per module. Its name is a hash of the text, so that versions
 * sharing a pooler's connections never run each other's statements.
 */
export function namedStatement(text: string): NamedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}
