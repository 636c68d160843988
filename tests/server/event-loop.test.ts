import { describe, expect, it } from 'vitest';
import { postPaths } from '#tests/support/auth-endpoints.ts';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';
import { findTextInputs } from '#tests/support/text-inputs.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const admin = await server.as('admin');
const textInputs = await findTextInputs(server, admin);

const maxBlockMs = 20;

/** The best of several runs. */
async function blocked(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 10 && best >= maxBlockMs; run += 1) {
    let longest = 0;
    let last = cpuTime();
    let stopped = false;
    const tick = () => {
      longest = Math.max(longest, cpuTime() - last);
      last = cpuTime();
      if (!stopped) setImmediate(tick);
    };
    setImmediate(tick);
    await work();
    await new Promise((resolve) => setImmediate(resolve));
    stopped = true;
    best = Math.min(best, longest);
  }
  return best;
}

/** Canonical ordering of combining marks takes quadratic time: 2.6 s for 96 kB. */
const marks = `a${'\u0301\u0323'.repeat(24_000)}`;

describe('96 kB of combining marks', () => {
  it('are tried at every text input of the API', () =>
    expect(textInputs.length).toBeGreaterThan(20));

  it.each(textInputs)(
    'do not block the event loop through $what',
    async ({ document, variables }) => {
      const milliseconds = await blocked(async () => {
        const answer = await admin.send(document, variables(marks));
        expect(errorCodes(answer)).not.toContain('INTERNAL_ERROR');
      });
      expect(milliseconds).toBeLessThan(maxBlockMs);
    },
  );

  it.each(postPaths)('stop nobody else through %s', async (path) => {
    const body = { email: marks, newEmail: marks, otp: marks, provider: marks, userId: marks };
    const keys: Record<string, (keyof typeof body)[]> = {
      '/email-otp/send-verification-otp': ['email'],
      '/sign-in/email-otp': ['email', 'otp'],
      '/sign-in/social': ['provider'],
      '/email-otp/request-email-change': ['newEmail'],
      '/email-otp/change-email': ['newEmail', 'otp'],
      '/admin/impersonate-user': ['userId'],
    };
    const sent = Object.fromEntries((keys[path] ?? []).map((key) => [key, body[key]]));
    if (path.endsWith('send-verification-otp')) Object.assign(sent, { type: 'sign-in' });
    if (Object.keys(sent).length === 0) return;
    const milliseconds = await blocked(async () => {
      const response = await server.post(`/api/auth${path}`, sent, admin.cookie);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    });
    expect(milliseconds).toBeLessThan(maxBlockMs);
  });
});
