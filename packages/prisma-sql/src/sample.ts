/** Estimates how frequent searched words are, from a sample of rows kept in this process. */
import type { Model } from './models.ts';
import type { Options } from './options.ts';

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

const statementOf = ({ table, lists }: Model) => `
  SELECT left("${lists.searchColumn}", ${textMax}) AS "text" FROM "${table}"
  TABLESAMPLE SYSTEM (least(100, 100.0 * ${pages} * 8192 / greatest(1, pg_relation_size('"${table}"'))))
  ORDER BY random() LIMIT ${size}`;

export type AreFrequent = (model: Model, words: readonly string[]) => boolean | undefined;

export function createSamples({ read, outsideScope = (work) => work() }: Options): AreFrequent {
  const samples = new Map<Model, Sample>();

  async function fill(model: Model, sample: Sample): Promise<void> {
    try {
      const rows = await read<{ text: string }>({ text: statementOf(model) }, []);
      sample.texts = rows.map(({ text }) => text);
    } catch {
      // Retried by the first search after `maxAge`. Until then, PostgreSQL chooses the plan.
    }
  }

  function textsOf(model: Model): readonly string[] | undefined {
    const known = samples.get(model);
    if (known && performance.now() - known.askedAt < maxAge) return known.texts;
    const sample = { texts: known?.texts, askedAt: performance.now() };
    samples.set(model, sample);
    outsideScope(() => void fill(model, sample));
    return known?.texts;
  }

  /**
   * Whether at least about 1% of the rows contain all `words`. Undefined until a sample is read, and for a table that
   * was small at that time, because it may have grown.
   */
  return function areFrequent(model, words) {
    const texts = textsOf(model);
    if (!texts || texts.length < size) return undefined;
    let found = 0;
    for (const text of texts) {
      if (words.every((word) => text.includes(word))) found += 1;
      if (found === frequentFrom) return true;
    }
    return false;
  };
}
