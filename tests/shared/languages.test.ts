import { expect, it } from 'vitest';
import { languageOfRequest } from '#server/i18n.ts';
import { languageOfTag } from '#shared/languages.ts';
import { second, third } from '#tests/support/other-languages.ts';

it.each([
  ['fr', 'fr'],
  ['FR_ca', 'fr'],
  [' ar-EG-u-nu-arab ', 'ar'],
  // A three-letter code is a different language, whatever its first two letters.
  ['arn', undefined],
  ['enm', undefined],
  ['frr-DE', undefined],
  // Unless it is the longer code of a supported language.
  ['swh-KE', 'sw'],
  ['arb', 'ar'],
  ['tlh', undefined],
  ['', undefined],
  ['*', undefined],
  ['constructor', undefined],
  ['a'.repeat(10_000), undefined],
])('%s is %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

const ask = (headers: Record<string, string>, search = '') =>
  languageOfRequest(new Headers(headers), new URL(`http://localhost/api/graphql${search}`));

it('a request says its language in the address, in the cookie, or by its browser', () => {
  const browser = { 'accept-language': `arn, tlh-US;q=0.9, ${second}-TZ;q=0.8, ${third};q=0.7` };
  expect(ask({})).toBe('en');
  expect(ask({ 'accept-language': '*' })).toBe('en');
  expect(ask(browser)).toBe(second);
  expect(ask({ ...browser, cookie: `a=b; lng=${third}; c=d` })).toBe(third);
  expect(ask({ ...browser, cookie: 'lng=tlh' })).toBe(second);
  expect(ask({ ...browser, cookie: `lng=${second}` }, `?lng=${third}-MA`)).toBe(third);
});
