import { randomBytes } from 'node:crypto';
import type { Check } from '#tests/support/probe.ts';
import type { HttpClient } from './http-client.ts';
import { pause, type Target } from './target.ts';

/** `local`: embedded PostgreSQL. `two`: two instances on one database. `production`: https behind a proxy. */
export type SetupName = 'local' | 'two' | 'production';

/** What only the product's operator can see. */
export type OperatorAccess = {
  /** The processes of the product on this machine. */
  pids: readonly number[];
  /** Everything logged so far. */
  log(): string;
  /** The database; undefined where the product runs its embedded one. */
  databaseUrl?: string;
};

export type Context = Target & {
  setup: SetupName;
  /** The signed-in admin. */
  adminClient: HttpClient;
  /** The URL of the product itself, without a proxy. */
  directUrl: string;
  /** The URL of the read-only demo, on a database of its own. */
  demo: string;
  operator: OperatorAccess;
};

export type Scenario = {
  /** The row of tests/security/README.md. */
  row: number;
  title: string;
  /** Runs alone, as it measures or changes what others need. `end`: removes the admin's rights. */
  exclusive?: 'first' | 'last' | 'end';
  /** Only in these set-ups; default: in all. */
  only?: readonly SetupName[];
  run(context: Context, check: Check, note: (figure: string) => void): Promise<void>;
};

/** A new email address. */
export function newAddress(): string {
  return `probe-${randomBytes(5).toString('hex')}@example.org`;
}

/** Waits until `isSo` and returns the milliseconds it took; undefined if it never was within `timeout`. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  timeout = 10_000,
): Promise<number | undefined> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begin > timeout) return undefined;
    await pause(25);
  }
  return performance.now() - begin;
}

/** The median of the values, or the quantile `share`. */
export function median(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
