/** Reads filters from search parameters. Invalid values are ignored. */
import { readDay } from '#client/lib/day.ts';

export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === search.get(name)) ?? null;
}

/** The API's DateTime ends with the year 9999, and a period ends a day after its last. */
const lastDay = '9998-12-31';

export function readDayText(search: URLSearchParams, name: string): string | null {
  const day = search.get(name);
  return day && day <= lastDay && readDay(day) ? day : null;
}
