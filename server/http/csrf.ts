import type { HeaderReader } from './headers.ts';

/**
 * Whether a page of another site sent the request, judged by Origin or else Sec-Fetch-Site (OWASP
 * Cross-Site Request Forgery Prevention). Programs send neither header and pass.
 */
export function isCrossSite(headers: HeaderReader, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return !origins.includes(origin);
  // `same-site` is rejected too: `__Host-` cookies belong to one host.
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
}
