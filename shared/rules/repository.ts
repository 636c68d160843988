/** What a repository may be. */
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { optionalText, text } from './text.ts';

/** `example.com:8080` has a port, not a scheme; `javascript:alert(1)` has a scheme. */
const scheme = /^[a-z][a-z\d+-]*:(?!\d)|^[a-z][a-z\d+.-]*:\/\//i;

function withScheme(link: string): string {
  return scheme.test(link) ? link : `https://${link}`;
}

function isWebAddress(link: string): boolean {
  const url = URL.parse(withScheme(link));
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password
  );
}

/** A link to a web page: only http(s), `https://` is put in front where no scheme stands. */
export const link = text({
  required: 'LINK_REQUIRED',
  invalid: 'LINK_INVALID',
  tooLong: 'LINK_TOO_LONG',
  max: limits.linkMax - 'https://'.length,
}).check(
  z.minLength(limits.linkMin, { error: 'LINK_TOO_SHORT', abort: true }),
  z.includes('.', { error: 'LINK_WITHOUT_DOT', abort: true }),
  z.refine((value) => !/\s/.test(value) && isWebAddress(value), {
    error: 'LINK_INVALID',
    abort: true,
  }),
  z.overwrite(withScheme),
);

export const repositoryRules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.repositoryNameMax,
  }),
  link,
  description: optionalText({
    invalid: 'DESCRIPTION_INVALID',
    tooLong: 'DESCRIPTION_TOO_LONG',
    max: limits.descriptionMax,
    multiline: true,
  }),
});
