/** What the product does when things break around it, each fault once; `npm run faults -- --long` for more. */
import { expect, it } from 'vitest';
import { faults } from '#tests/faults/faults.ts';
import { table } from '#tests/support/probe.ts';

it('holds through every fault of rows 24 to 28', async () => {
  const findings = await faults({ long: false });
  const misses = findings.filter((finding) => finding.misses.length);
  expect(misses, table(findings)).toEqual([]);
}, 900_000);
