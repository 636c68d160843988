import { quantile } from '#lab/support/probe.ts';

export type Figures = {
  attack: string;
  asked: number;
  refused: string[];
  lost: string[];
  /** Requests that took longer than a second, or than 3 seconds while PostgreSQL ended the connections. */
  slow: string[];
  times: number[];
  codeTimes: number[];
  missed: string[];
  reopenedLiveStreams: number;
  largest: number;
};

export const newFigures = (): Figures => ({
  attack: 'none',
  asked: 0,
  refused: [],
  lost: [],
  slow: [],
  times: [],
  codeTimes: [],
  missed: [],
  reopenedLiveStreams: 0,
  largest: 0,
});

export function describeFigures({
  asked,
  refused,
  lost,
  slow,
  times,
  codeTimes,
  reopenedLiveStreams,
}: Figures): string[] {
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `requests of the others: ${asked}, refused ${refused.length}, without a connection ${lost.length}, slower than a second ${slow.length}`,
    `times: p50 ${ms(quantile(times))}, p99 ${ms(quantile(times, 0.99))}, longest ${ms(Math.max(0, ...times.slice(-100_000)))}`,
    `codes: ${codeTimes.length}, the slowest after ${ms(Math.max(0, ...codeTimes))}`,
    `event streams opened again: ${reopenedLiveStreams}`,
    ...refused.slice(0, 10).map((each) => `refused: ${each}`),
    ...slow.slice(0, 10).map((each) => `slow: ${each}`),
  ];
}
