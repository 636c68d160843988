import type { Read, Statement } from '@atrium/prisma-sql';
import { accelerateDatabase } from '#server/accelerate.ts';
import { createDatabase, inBackground } from '#server/database/client.ts';

/** What searches take for a sample of the searched texts, in place of a real one. */
export const withSample = (read: Read, texts: readonly string[]): Read =>
  (async (statement: Statement, values: unknown[]) =>
    statement.text.includes('TABLESAMPLE')
      ? texts.map((text) => ({ text }))
      : read(statement, values)) as Read;

/** A client that makes calls with SQL, whatever ACCELERATE says, and the statements that it sent so. */
export function acceleratedDatabase(url: string, sample?: readonly string[]) {
  const sent: Statement[] = [];
  const plain = createDatabase(url, inBackground);
  const read: Read = (statement, values) => {
    sent.push(statement);
    return plain.$named(statement, values);
  };
  const database = accelerateDatabase(plain, { read: sample ? withSample(read, sample) : read });
  return { database, sent };
}
