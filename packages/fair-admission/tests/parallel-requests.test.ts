import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '@atrium/fair-admission';
import { describe, expect, it } from 'vitest';

describe('200 parallel requests of one session', () => {
  it('are all served in turn where each takes a few milliseconds', { retry: 2 }, async () => {
    const admission = createAdmission();
    const client = { network: '192.0.2.1', key: 'session' };
    let served = 0;
    const lane = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const place = await admission.acquire(client);
        await sleep(3);
        place?.release();
        if (place) served += 1;
      }
    };
    await Promise.all(Array.from({ length: 200 }, lane));
    expect(served).toBe(1_000);
  });
});
