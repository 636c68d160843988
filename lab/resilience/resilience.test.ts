import { expect, it } from 'vitest';
import { formatFindings, runProbe } from '#lab/support/probe.ts';
import { scenarios } from './scenarios.ts';

const { RESILIENCE_ROWS = '', RESILIENCE_LONG } = process.env;
const rows = RESILIENCE_ROWS.split(',').filter(Boolean).map(Number);
const long = RESILIENCE_LONG === 'true';

for (const each of scenarios) {
  if (rows.length > 0 && !rows.includes(each.row)) continue;
  it(`row ${each.row}: ${each.title}`, { timeout: long ? 3_600_000 : 300_000 }, async ({
    skip,
  }) => {
    let isSkipped = false;
    const context = {
      long,
      skip: () => {
        isSkipped = true;
      },
    };
    const finding = await runProbe(context, each);
    skip(isSkipped);
    process.stdout.write(`${formatFindings([finding])}\n`);
    expect(finding.failures, formatFindings([finding])).toEqual([]);
    expect(finding.tried).toBeGreaterThan(0);
  });
}
