import { expect, it } from 'vitest';
import { formatFindings, runProbe } from '#tests/support/probe.ts';
import { scenarios } from './scenarios.ts';

for (const each of scenarios) {
  it(`row ${each.row}: ${each.title}`, async () => {
    const finding = await runProbe({ long: false }, each);
    expect(finding.failures, formatFindings([finding])).toEqual([]);
    expect(finding.tried).toBeGreaterThan(0);
  }, 300_000);
}
