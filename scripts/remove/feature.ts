import type { Range } from '#scripts/lib/syntax.ts';

/** An optional feature, as `npm run remove` and its test read it. */
export type Feature = {
  /** Argument of the command: one word, or a kind and its name. */
  name: string;
  /** What the product can no longer do without it, in a few words. */
  purpose: string;
  /** What shares it, for what goes with the last of several features. */
  users?: readonly string[];
  /** Keeps what is shared if it matches a file of the client's features, such as of a project's own entity. */
  keptBy?: RegExp;
  /** Globs of the files that exist only for it, besides its declaration. */
  files: readonly string[];
  /** Matches identifiers, property names and strings that name it: the smallest row around each is removed. */
  names: RegExp;
  /** Matches names of values that are always null, undefined or false without it. Conditions on them are resolved. */
  absent?: RegExp;
  /** Matches names of functions that return their first argument without it. Calls become that argument. */
  unchanged?: RegExp;
  /** Matches models, enums, values and fields of schema.prisma. Default: `names`. */
  stored?: RegExp;
  /** Conditions in SQL, by table, of rows that would mean something else without it. They are deleted. */
  discarded?: Readonly<Record<string, string>>;
  /** Functions in SQL, each with the remaining table whose triggers it gives back, which had another form with it. */
  restored?: Readonly<Record<string, string>>;
  /** Matches sentences, headings and table cells about it. */
  prose: RegExp;
  /** Matches what no remaining file may contain. Default: `prose`. */
  leftover?: RegExp;
  /** What to read or do afterwards. */
  notes?: readonly string[];
  /** New projects have it only if they ask for it. */
  isExtra?: true;
};

/** Part of a file that was removed. */
export type Row = { path: string; line: number; text: string };

/** Text of a file without the rows of a feature. `problems` name it outside of a row. */
export type Reduced = { text: string; rows: Row[]; problems: Row[] };

export const lineOf = (text: string, position: number): number =>
  text.slice(0, position).split('\n').length;

/** Cuts `ranges` out of `text`. Ranges may overlap. */
export function cut(text: string, ranges: readonly Range[]): string {
  let rest = '';
  let end = 0;
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    if (range.start >= end) rest += text.slice(end, range.start) + (range.text ?? '');
    end = Math.max(end, range.end);
  }
  return rest + text.slice(end);
}

/** Removes `ranges` from a text, and reports each. */
export const without = (path: string, text: string, ranges: readonly Range[]): Reduced => ({
  text: cut(text, ranges),
  rows: ranges.map((range) => rowAt(path, text, range)),
  problems: [],
});

/** The row of the report for a part of a text. */
export const rowAt = (path: string, text: string, { start, end }: Range): Row => ({
  path,
  line: lineOf(text, start),
  text: summaryOf(text.slice(start, end)),
});

/** First line of a row, for the report. */
export const summaryOf = (text: string): string => {
  const [first = '', ...more] = text.trim().split('\n');
  return more.length > 0 ? `${first.trim()} … (${more.length + 1} lines)` : first.trim();
};
