/** Reads filters from search parameters. Invalid values are read as none. */
import { dayText, readDay } from '#client/lib/day.ts';

export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === search.get(name)) ?? null;
}

/** A valid day as `YYYY-MM-DD`, or null. */
export function readDayText(search: URLSearchParams, name: string): string | null {
  const day = readDay(search.get(name));
  return day && dayText(day);
}
