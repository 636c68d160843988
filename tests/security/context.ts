/** What a scenario is given, and what it is. */
import { randomBytes } from 'node:crypto';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { Check } from '#tests/support/probe.ts';
import type { HttpClient } from './http-client.ts';

/** `local`: embedded PostgreSQL. `two`: two instances on one database. `production`: https behind a proxy. */
export type SetupName = 'local' | 'two' | 'production';

export type Target = {
  /** One or more instances of the same product. The first one's origin is the product's own. */
  urls: readonly string[];
  mailbox: Mailbox;
  /** Signs in as an admin: the product's ADMIN_EMAILS names it. */
  admin: string;
  /** The certificate of the https set-up's authority. */
  ca?: string;
  /** What a solved captcha yields, where the product asks for one. */
  captcha?: string;
  /** Retries after a 503, as any program does. */
  retries?: boolean;
  /** Answers that hold what no answer may, or that are internal errors. */
  leaks?: string[];
  /** Cookie values that the product has set: none may be logged. */
  secrets?: Set<string>;
};

/** What only the operator of the product has. */
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
  /** Where raw bytes go: the product's own port, also where a proxy is in front of it. */
  directUrl: string;
  /** The URL of the read-only demo, on a database of its own. */
  demo: string;
  operator: OperatorAccess;
};

export type Scenario = {
  /** The row of tests/security/README.md. */
  row: number;
  title: string;
  /** Measures, or changes what others need: runs when nothing else does. `end`: takes the admin's rights away. */
  exclusive?: 'first' | 'last' | 'end';
  /** Only in these set-ups; default: in all. */
  only?: readonly SetupName[];
  run(context: Context, check: Check, note: (figure: string) => void): Promise<void>;
};

/** An email address that nobody has used before. */
export function newAddress(): string {
  return `probe-${randomBytes(5).toString('hex')}@example.org`;
}

export const pause = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, Math.max(0, milliseconds)));

/** Waits until `isSo` and returns the milliseconds it took; undefined if it never was within `patience`. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  patience = 10_000,
): Promise<number | undefined> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begin > patience) return undefined;
    await pause(25);
  }
  return performance.now() - begin;
}

/** The middle of the sorted values, or the value below which `share` of them lie. */
export function median(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
