/**
 * Injects faults around the built product: `npm run resilience [-- --long] [ROW …]`.
 * Prints a table and exits with 1 on any failure.
 */
import { parseArgs } from 'node:util';
import setUpPostgres from '#tests/support/database.ts';
import { type Finding, formatFindings, runProbe } from '#tests/support/probe.ts';
import type { ResilienceContext, Scenario } from './context.ts';
import { databaseScenarios } from './database.ts';
import { endedConnectionsScenario } from './ended-connections.ts';
import { killScenarios } from './kill.ts';
import { loadScenarios } from './load.ts';
import { mailScenarios } from './mail.ts';
import { manyConnectionsScenario } from './many-connections.ts';
import { rollingScenario } from './rolling.ts';
import { stopScenarios } from './stop.ts';

export const scenarios: readonly Scenario[] = [
  ...databaseScenarios,
  endedConnectionsScenario,
  ...mailScenarios,
  ...killScenarios,
  ...stopScenarios,
  rollingScenario,
  ...loadScenarios,
  manyConnectionsScenario,
];

async function faults(ground: ResilienceContext, only: readonly number[] = []): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const row of scenarios) {
    if (!only.length || only.includes(row.row)) findings.push(await runProbe(ground, row));
  }
  return findings;
}

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { long: { type: 'boolean', default: false } },
  });
  const tearDown = await setUpPostgres();
  try {
    const findings = await faults({ long: values.long }, positionals.map(Number));
    process.stdout.write(`${formatFindings(findings)}\n`);
    return findings.some(({ failures }) => failures.length) ? 1 : 0;
  } finally {
    await tearDown();
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
