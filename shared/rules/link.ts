import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

/** `example.com:8080` has a port, not a scheme; `javascript:alert(1)` has a scheme. */
const scheme = /^[a-z][a-z\d+-]*:(?!\d)|^[a-z][a-z\d+.-]*:\/\//i;

/** Browsers accept any number of slashes and backslashes here; they become `//`. */
const webScheme = /^(https?):[\\/]*/i;

function withScheme(link: string): string {
  // `//a.b` has the scheme of the page it is on (RFC 3986, 4.2).
  if (!scheme.test(link)) return `https://${link.replace(/^[\\/]+/, '')}`;
  return link.replace(webScheme, (_match, name: string) => `${name.toLowerCase()}://`);
}

/** Like URL.parse, which older browsers don't have. */
function parse(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}

function isWebAddress(link: string): boolean {
  const url = parse(link);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password
  );
}

/** An http or https URL. `https://` is added if there is no scheme. */
export const link = text({
  required: 'LINK_REQUIRED',
  invalid: 'LINK_INVALID',
  tooLong: 'LINK_TOO_LONG',
  max: limits.linkMax - 'https://'.length,
  legible: true,
}).check(
  z.minLength(limits.linkMin, { error: 'LINK_TOO_SHORT', abort: true }),
  z.includes('.', { error: 'LINK_WITHOUT_DOT', abort: true }),
  z.overwrite(withScheme),
  // Browsers treat a backslash as a slash, other programs don't (RFC 3986 has none).
  z.refine((value) => !/[\s\\]/.test(value) && isWebAddress(value), {
    error: 'LINK_INVALID',
    abort: true,
  }),
);
