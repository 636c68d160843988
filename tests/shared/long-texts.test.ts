import { describe, expect, it } from 'vitest';
import { guardFormulas, unguardFormulas } from '#shared/csv-formulas.ts';

type Rule = { safeParse(text: string): unknown };

const isRule = (value: unknown): value is Rule =>
  typeof (value as Partial<Rule> | undefined)?.safeParse === 'function';

const modules = import.meta.glob<Record<string, unknown>>('/shared/rules/*.ts', { eager: true });

/** Everything in `shared` that reads a text of a person, by name. */
const readers: [name: string, read: (text: string) => unknown][] = [
  ['guardFormulas', guardFormulas],
  ['unguardFormulas', unguardFormulas],
  ...Object.entries(modules).flatMap(([path, exported]) =>
    Object.entries(exported).flatMap(([name, rule]): [string, (text: string) => unknown][] =>
      isRule(rule) ? [[`${name} of ${path}`, (text) => rule.safeParse(text)]] : [],
    ),
  ),
];

const classes = [
  ' ',
  '\n',
  '\r\n',
  '\t',
  "'",
  '"',
  ';',
  ',',
  '<',
  '&',
  '1',
  'a',
  '.',
  '@',
  '\u0301',
  '😀',
];

/** The shortest of five runs, in ms. */
function duration(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

/** Too short to be compared. */
const negligibleMs = 5;

describe('a text of one kind of character', () => {
  it('is found in many rules', () => {
    expect(readers.length).toBeGreaterThan(8);
  });

  it.each(readers)('is read by %s in a time that grows with its length', (_name, read) => {
    const slow = classes.filter((character) => {
      const time = (count: number) => duration(() => read(`x${character.repeat(count)}x`));
      const long = time(16_000);
      // A quadratic time would grow 16 times.
      return long > negligibleMs && long > 9 * time(4_000);
    });
    expect(slow).toEqual([]);
  });
});
