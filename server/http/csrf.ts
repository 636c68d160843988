/**
 * Whether a request was sent by a page of another site: cookies would go along, so it is refused
 * (OWASP Cross-Site Request Forgery Prevention: verify the origin, fetch metadata). Programs send
 * neither header and are let through.
 */
export function isCrossSite(headers: Headers, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return !origins.includes(origin);
  // Another host of the same site is another site to cookies with the `__Host-` prefix, and to us.
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
}
