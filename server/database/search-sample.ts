/** Estimates how frequent searched words are, from a sample of rows kept in this process. */
import { outsideRequest } from '#server/log/request-context.ts';
import type { Database } from './client.ts';
import type { Model } from './models.ts';
import { tableOf } from './tables.ts';

/** Rows in a sample, and table pages to pick them from. */
const size = 300;
const pages = 100;
/** One row in a hundred. From there on, reading in list order until a page is full is faster. */
const frequentFrom = 3;
/** Age in ms after which the next search refreshes the sample. */
const maxAge = 600_000;
/** Texts can be long, and frequent words also occur near the beginning. */
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
    // Retried by the first search after `maxAge`. Until then, PostgreSQL chooses the plan.
  }
}

function textsOf(database: Database, model: Model): readonly string[] | undefined {
  const ofDatabase = samples.get(database) ?? new Map<Model, Sample>();
  samples.set(database, ofDatabase);
  const known = ofDatabase.get(model);
  if (known && performance.now() - known.askedAt < maxAge) return known.texts;
  const sample = { texts: known?.texts, askedAt: performance.now() };
  ofDatabase.set(model, sample);
  // Fire and forget, outside the request's limits.
  outsideRequest(() => void read(database, model, sample));
  return known?.texts;
}

/**
 * Whether at least about 1% of the rows contain all `words`, folded as in `searchText`. Undefined until a sample is
 * read, and for a table that was small at that time, because it may have grown.
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
