import { HttpClient, type Init } from '#lab/support/http-client.ts';
import type { Scenario } from './context.ts';

const headers: Scenario = {
  row: 10,
  title: 'security headers',
  async run(target, check) {
    const client = new HttpClient(target);
    for (const [path, init] of [
      ['/', {}],
      ['/login', {}],
      ['/manager/users', {}],
      ['/nothing.png', {}],
      ['/assets/nothing.js', {}],
      ['/api/nothing', {}],
      ['/api/auth/nothing', {}],
      ['/api/auth/get-session', {}],
      ['/api/graphql', { method: 'POST', body: '{' }],
      ['/api/graphql', { method: 'DELETE' }],
      ['/api/graphql/schema.graphql', {}],
      ['/healthz', {}],
      ['/readyz', {}],
    ] as [string, Init][]) {
      const { headers: got, status } = await client.fetch(path, init);
      const policy = got.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? 'unsafe-inline';
      check(`${path}: scripts of ours only`, !/unsafe|\*|https?:/.test(scripts), scripts);
      check(`${path}: in no frame`, /frame-ancestors 'none'/.test(policy));
      check(`${path}: nosniff`, got.get('x-content-type-options') === 'nosniff');
      check(`${path}: Referrer-Policy`, got.has('referrer-policy'));
      check(`${path}: COOP`, got.get('cross-origin-opener-policy') === 'same-origin');
      check(`${path}: no X-Powered-By`, !got.has('x-powered-by') && !got.has('server'));
      check(`${path}: no 5xx`, status < 500, status);
      // The schema is public and identical for everyone.
      if (path.startsWith('/api/') && !path.endsWith('.graphql')) {
        check(
          `${path}: no-store`,
          got.get('cache-control') === 'no-store',
          got.get('cache-control'),
        );
      }
      const lifetime = Number(
        /max-age=(\d+)/.exec(got.get('strict-transport-security') ?? '')?.[1],
      );
      const isSecure = target.setup === 'production';
      check(
        `${path}: HSTS for a year`,
        isSecure ? lifetime >= 31_536_000 : Number.isNaN(lifetime),
        lifetime,
      );
    }
  },
};

export const webScenarios = [headers];
