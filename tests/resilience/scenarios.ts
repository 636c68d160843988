/**
 * Lets things break around the built product, and looks at what it does then:
 *
 *   npm run resilience [-- --long] [ROW …]
 *
 * It knows nothing of the product but how to start it and its addresses. Prints a table and exits
 * with 1 on any miss.
 */
import { parseArgs } from 'node:util';
import setUpPostgres from '#tests/support/database.ts';
import { type Finding, runProbe, table } from '#tests/support/probe.ts';
import type { Ground, Row } from './context.ts';
import { databaseRows } from './database.ts';
import { killRows } from './kill.ts';
import { loadRows } from './load.ts';
import { mailRows } from './mail.ts';
import { stopRows } from './stop.ts';

/** Every row, in the order of a run. */
export const rows: readonly Row[] = [
  ...databaseRows,
  ...mailRows,
  ...killRows,
  ...stopRows,
  ...loadRows,
];

/** Runs the given rows, or all, one after the other: some measure, and each starts products. */
async function faults(ground: Ground, only: readonly number[] = []): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const row of rows) {
    if (!only.length || only.includes(row.row)) findings.push(await runProbe(ground, row));
  }
  return findings;
}

/** From the command line: returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { long: { type: 'boolean', default: false } },
  });
  const tearDown = await setUpPostgres();
  try {
    const findings = await faults({ long: values.long }, positionals.map(Number));
    process.stdout.write(`${table(findings)}\n`);
    return findings.some(({ misses }) => misses.length) ? 1 : 0;
  } finally {
    await tearDown();
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
