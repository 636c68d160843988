import { createHash } from 'node:crypto';
import type { Statement } from './options.ts';

export type StatementOf = (text: string) => Statement;

/** Bounds the prepared statements, which every connection keeps. Only a few forms are in use. */
const maxNames = 300;

/**
 * Returns a function that names statements. A name is a hash of the text, so that versions sharing a pooler's
 * connections never run each other's statements.
 */
export function createStatements(): StatementOf {
  const named = new Map<string, Statement>();
  return (text) => {
    const known = named.get(text);
    if (known) return known;
    if (named.size >= maxNames) return { text };
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const statement = { name, text };
    named.set(text, statement);
    return statement;
  };
}
