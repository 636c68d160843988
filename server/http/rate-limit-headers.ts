/** The headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */

export type Policy = {
  name: string;
  limit: number;
  /** Undefined for concurrency limits. */
  windowSeconds?: number;
};

export type Quota = Policy & {
  remaining: number;
  /** Until more becomes available. */
  resetSeconds: number;
};

const policyText = ({ name, limit, windowSeconds }: Policy) =>
  `"${name}";q=${limit}${windowSeconds === undefined ? '' : `;w=${windowSeconds}`}`;

const quotaText = ({ name, remaining, resetSeconds }: Quota) =>
  `"${name}";r=${remaining};t=${Math.ceil(resetSeconds)}`;

/** Headers for the remaining `quotas`, and for the policies of `others`, which also apply. */
export function rateLimitHeaders(quotas: readonly Quota[], others: readonly Policy[] = []) {
  return {
    'ratelimit-policy': [...quotas, ...others].map(policyText).join(', '),
    ratelimit: quotas.map(quotaText).join(', '),
  };
}

export const exhausted = (policy: Policy, seconds: number): Quota => ({
  ...policy,
  remaining: 0,
  resetSeconds: seconds,
});

export const refusalHeaders = (policy: Policy, seconds: number): Record<string, string> => ({
  'retry-after': String(seconds),
  ...rateLimitHeaders([exhausted(policy, seconds)]),
});
