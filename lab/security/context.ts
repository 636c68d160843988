import { randomBytes } from 'node:crypto';
import type { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import type { Target } from '#lab/support/target.ts';
import { pause } from '#lab/support/wait.ts';

/** `local`: embedded PostgreSQL. `two`: two instances on one database. `production`: HTTPS behind a proxy. */
export type SetupName = 'local' | 'two' | 'production';

export type OperatorAccess = {
  pids: readonly number[];
  log(): string;
  databaseUrl?: string;
};

export type Context = Target & {
  setup: SetupName;
  adminClient: HttpClient;
  directUrl: string;
  operator: OperatorAccess;
};

export type Scenario = {
  row: number;
  title: string;
  /** Runs alone, because it measures or changes what others need. */
  exclusive?: 'first' | 'last';
  only?: readonly SetupName[];
  run(context: Context, check: Check, note: (figure: string) => void): Promise<void>;
};

export function newAddress(): string {
  return `probe-${randomBytes(5).toString('hex')}@example.org`;
}

/** Returns the milliseconds until `isSo` is true, or undefined after `timeout`. */
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
