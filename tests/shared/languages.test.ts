import { expect, it } from 'vitest';
import { languageOfRequest } from '#server/i18n.ts';
import { languageOfTag } from '#shared/languages.ts';

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
  ['de', undefined],
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
  const browser = { 'accept-language': 'arn, de-DE;q=0.9, sw-TZ;q=0.8, fr;q=0.7' };
  expect(ask({})).toBe('en');
  expect(ask({ 'accept-language': '*' })).toBe('en');
  expect(ask(browser)).toBe('sw');
  expect(ask({ ...browser, cookie: 'a=b; lng=fr; c=d' })).toBe('fr');
  expect(ask({ ...browser, cookie: 'lng=tlh' })).toBe('sw');
  expect(ask({ ...browser, cookie: 'lng=fr' }, '?lng=ar-MA')).toBe('ar');
});
