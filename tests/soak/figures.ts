/** Measurements of the users at work. */
import { median } from '#tests/security/context.ts';

export type Figures = {
  /** The current attack. */
  attack: string;
  asked: number;
  /** Refused responses with their requests. */
  refused: string[];
  /** Requests that took longer than a second. */
  slow: string[];
  times: number[];
  /** Milliseconds from the request for a code to its mail. */
  codeTimes: number[];
  /** Streams that were opened again. */
  reopened: number;
};

export const newFigures = (): Figures => ({
  attack: 'none',
  asked: 0,
  refused: [],
  slow: [],
  times: [],
  codeTimes: [],
  reopened: 0,
});

/** The figures as text. */
export function describeFigures({
  asked,
  refused,
  slow,
  times,
  codeTimes,
  reopened,
}: Figures): string[] {
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `requests of the others: ${asked}, refused ${refused.length}, slower than a second ${slow.length}`,
    `times: p50 ${ms(median(times))}, p99 ${ms(median(times, 0.99))}, longest ${ms(Math.max(0, ...times.slice(-100_000)))}`,
    `codes: ${codeTimes.length}, the slowest after ${ms(Math.max(0, ...codeTimes))}`,
    `streams opened again: ${reopened}`,
    ...refused.slice(0, 10).map((each) => `refused: ${each}`),
    ...slow.slice(0, 10).map((each) => `slow: ${each}`),
  ];
}
