/** How frequent searched words are, by a sample of the rows that this process keeps. */
import { outsideRequest } from '#server/log/request-context.ts';
import type { Database } from './client.ts';
import type { Model } from './conditions.ts';
import { tableOf } from './tables.ts';

/** Rows in a sample, and pages of the table that they are picked from. */
const size = 300;
const pages = 100;
/** One row in a hundred: reading rows in the order of the list until a page is full takes less from here on. */
const frequentFrom = 3;
/** Milliseconds until a sample is read again, by the next search. */
const maxAge = 600_000;
/** A row's text may be long, and frequent words are found in the beginnings too. */
const textMax = 2_000;

type Sample = { texts: readonly string[] | undefined; askedAt: number };

const samples = new WeakMap<Database, Map<Model, Sample>>();

const statement = (table: string) => `
  SELECT left("searchText", ${textMax}) AS "text" FROM "${table}"
  TABLESAMPLE SYSTEM (least(100, 100.0 * ${pages} * 8192 / greatest(1, pg_relation_size('"${table}"'))))
  ORDER BY random() LIMIT ${size}`;

async function read(database: Database, model: Model, sample: Sample): Promise<void> {
  try {
    const rows = await database.$read<{ text: string }>({ text: statement(tableOf(model)) }, []);
    sample.texts = rows.map(({ text }) => text);
  } catch {
    // The next search after `maxAge` reads it. PostgreSQL chooses until then.
  }
}

function textsOf(database: Database, model: Model): readonly string[] | undefined {
  const ofDatabase = samples.get(database) ?? new Map<Model, Sample>();
  samples.set(database, ofDatabase);
  const known = ofDatabase.get(model);
  if (known && performance.now() - known.askedAt < maxAge) return known.texts;
  const sample = { texts: known?.texts, askedAt: performance.now() };
  ofDatabase.set(model, sample);
  // On no request's account, and nobody waits for it.
  outsideRequest(() => void read(database, model, sample));
  return known?.texts;
}

/**
 * Whether at least about one row in a hundred has all `words`, which are folded as in `searchText`. Undefined
 * before the first sample was read, and for a table that was small then: it may have grown.
 */
export function areFrequent(
  database: Database,
  model: Model,
  words: readonly string[],
): boolean | undefined {
  const texts = textsOf(database, model);
  if (!texts || texts.length < size) return undefined;
  let found = 0;
  for (const text of texts) {
    if (words.every((word) => text.includes(word))) found += 1;
    if (found === frequentFrom) return true;
  }
  return false;
}
