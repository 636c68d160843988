/** Every fault once; `npm run resilience -- --long` repeats them. */
import { expect, it } from 'vitest';
import { runProbe, table } from '#tests/support/probe.ts';
import { rows } from './scenarios.ts';

for (const each of rows) {
  it(`row ${each.row}: ${each.title}`, async () => {
    const finding = await runProbe({ long: false }, each);
    expect(finding.misses, table([finding])).toEqual([]);
    expect(finding.tried).toBeGreaterThan(0);
  }, 300_000);
}
