import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { code, email, name } from '#shared/rules/account.ts';
import { dateTime } from '#shared/rules/date-time.ts';
import { link } from '#shared/rules/link.ts';
import { number } from '#shared/rules/number.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { searchTerm } from '#shared/rules/search.ts';
import { text } from '#shared/rules/text.ts';

function check<Rule extends z.ZodMiniType>(rule: Rule, value: unknown) {
  const result = rule.safeParse(value);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

describe('an e-mail address', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['', ['EMAIL_REQUIRED']],
    ['ada', ['EMAIL_INVALID']],
    ['ada@example', ['EMAIL_INVALID']],
    ['a@b.co\r\nBcc: c@d.co', ['EMAIL_INVALID']],
    [`${'a'.repeat(250)}@b.co`, ['EMAIL_TOO_LONG']],
    [' '.repeat(10_000), ['EMAIL_TOO_LONG']],
    // The Kelvin sign lowercases to an ASCII k, which would be another user's address.
    ['\u212Aate@example.com', ['EMAIL_INVALID']],
    ['kate@example.com\u0000', ['EMAIL_INVALID']],
    ['ka\u200bte@example.com', ['EMAIL_INVALID']],
    ['k\u00E4te@example.com', ['EMAIL_INVALID']],
    ['sales&service@example.com', 'sales&service@example.com'],
    ['bounce=x/ann#1~@example.com', 'bounce=x/ann#1~@example.com'],
    ["brien'@example.com", "brien'@example.com"],
    ['ann@example.xn--p1ai', 'ann@example.xn--p1ai'],
    // Mail programs might decode it to another address.
    ['=?utf-8?q?evil=40b.co?=@example.com', ['EMAIL_INVALID']],
    ['\u200Bann@example.com\u2060', 'ann@example.com'],
    ['\u202Aann@example.com\u202C', 'ann@example.com'],
    ['\u200F ann@example.com\u00AD', 'ann@example.com'],
    ['mailto:ann@example.com', 'ann@example.com'],
    ['<ann@example.com>,', 'ann@example.com'],
    ['\u2066<mailto:ann@example.com>;\u2069', 'ann@example.com'],
    ['\u200B', ['EMAIL_REQUIRED']],
    ['Ann <ann@example.com>', ['EMAIL_INVALID']],
    ['ann@example.com, bob@example.com', ['EMAIL_INVALID']],
    [undefined, ['EMAIL_REQUIRED']],
    [{}, ['EMAIL_REQUIRED']],
  ])('%.60j becomes %j', (value, expected) => expect(check(email, value)).toEqual(expected));
});

describe('a text that is named by its first line', () => {
  const rule = text({
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: 100,
    multiline: true,
    legible: true,
  });
  it.each([
    ['Ada\n\u200b', 'Ada\n\u200b'],
    ['co\u00adoperate', 'co\u00adoperate'],
    ['', ''],
    ['\u200b', ['NAME_INVALID']],
    ['\u200b\nAda', ['NAME_INVALID']],
    ['\u2800\u2028Ada', ['NAME_INVALID']],
  ])('%j becomes %j', (value, expected) => expect(check(rule, value)).toEqual(expected));
});

describe('a number', () => {
  const rule = number({ required: 'VALUE_REQUIRED', invalid: 'NUMBER_INVALID' });
  it.each([
    [7, 7],
    [-2_147_483_648, -2_147_483_648],
    [' 42 ', 42],
    ['', ['VALUE_REQUIRED']],
    [' ', ['VALUE_REQUIRED']],
    [null, ['VALUE_REQUIRED']],
    ['1.5', ['NUMBER_INVALID']],
    ['seven', ['NUMBER_INVALID']],
    ['2147483648', ['NUMBER_INVALID']],
    ['1e3x', ['NUMBER_INVALID']],
  ])('%j becomes %j', (value, expected) => expect(check(rule, value)).toEqual(expected));
});

describe('a date and time', () => {
  const rule = dateTime('VALUE_REQUIRED');
  const time = new Date(2031, 0, 31, 8, 15);
  it.each([
    [time, time.toISOString()],
    ['2031-01-31T08:15', time.toISOString()],
    ['', ['VALUE_REQUIRED']],
    ['tomorrow', ['VALUE_REQUIRED']],
    [null, ['VALUE_REQUIRED']],
  ])('%j becomes %j', (value, expected) => expect(check(rule, value)).toEqual(expected));
});

describe('a code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['１２３４５６', '123456'],
    ['', ['CODE_REQUIRED']],
    ['12345', ['CODE_LENGTH']],
    ['1234567', ['CODE_LENGTH']],
    ['12345x', ['CODE_INVALID']],
    [' '.repeat(10_000), ['CODE_LENGTH']],
  ])('%.60j becomes %j', (value, expected) => expect(check(code, value)).toEqual(expected));
});

describe('a link', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' http://example.com/a ', 'http://example.com/a'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['a.bc', 'https://a.bc'],
    ['HTTP://a.bc', 'http://a.bc'],
    ['HttpS://Example.com/A', 'https://Example.com/A'],
    ['https:a.bc', 'https://a.bc'],
    ['https:/a.bc', 'https://a.bc'],
    ['https:\\\\a.bc', 'https://a.bc'],
    ['https:///a.bc', 'https://a.bc'],
    ['//a.bc', 'https://a.bc'],
    ['/\\a.bc/d', 'https://a.bc/d'],
    ['https://a.bc\\@evil.example', ['LINK_INVALID']],
    ['', ['LINK_REQUIRED']],
    ['abc', ['LINK_TOO_SHORT']],
    ['abcd', ['LINK_WITHOUT_DOT']],
    ['javascript:alert(1).x', ['LINK_INVALID']],
    ['JaVaScRiPt:alert(1).x', ['LINK_INVALID']],
    ['data:text/html,a.b', ['LINK_INVALID']],
    ['ftp://example.com', ['LINK_INVALID']],
    ['https://user:password@example.com', ['LINK_INVALID']],
    ['two words.com', ['LINK_INVALID']],
    [`https://example.com/${'a'.repeat(2_000)}`, ['LINK_TOO_LONG']],
  ])('%.60j becomes %j', (value, expected) => expect(check(link, value)).toEqual(expected));

  it('is always an http or https address, and stays as it is when checked again', () => {
    const texts = fc.oneof(fc.webUrl(), fc.string(), fc.domain());
    fc.assert(
      fc.property(texts, (text) => {
        const result = link.safeParse(text);
        if (!result.success) return;
        expect(new URL(result.data).protocol).toMatch(/^https?:$/);
        expect(result.data.length).toBeLessThanOrEqual(2_000);
        expect(link.parse(result.data)).toBe(result.data);
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    [' Ada ', 'Ada'],
    ['e\u0301', '\u00e9'],
    ['<b>Ada</b>', '<b>Ada</b>'],
    ['   ', ['NAME_REQUIRED']],
    ['a'.repeat(101), ['NAME_TOO_LONG']],
    ['Ada\nLovelace', ['NAME_INVALID']],
    ['Ada\u0000', ['NAME_INVALID']],
    ['\u202egnp.exe', ['NAME_INVALID']],
    ['\u2066Ada', ['NAME_INVALID']],
    // Invisible: zero-width space, fillers, braille blank, replacement and noncharacters.
    ...'\u200b \u115f \u1160 \u3164 \uffa0 \u2800 \ufffd \uffff \u{1fffe} \ufdd0 \u200d \u200e \ufe0f \u{e0041} \u2060 \u00ad \u034f \u180e'
      .split(' ')
      .map((hidden): [string, string[]] => [hidden, ['NAME_INVALID']]),
    ['\u2800\u3164\u200d', ['NAME_INVALID']],
    ['Ada\u200bLovelace', ['NAME_INVALID']],
    ['Ada\ufffd', ['NAME_INVALID']],
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    ['\u0d15\u0d4d\u200d\u0d37', '\u0d15\u0d4d\u200d\u0d37'],
    ['👩‍💻', '👩‍💻'],
    // More marks on one letter than any language needs (UAX 15, Stream-Safe Text Format).
    [`a${'\u0301'.repeat(31)}`, ['NAME_INVALID']],
    [`${' '.repeat(10_000)}Ada`, ['NAME_TOO_LONG']],
    ['\ud800', ['NAME_INVALID']],
  ])('%.60j becomes %j', (value, expected) => expect(check(name, value)).toEqual(expected));
});

describe('a description', () => {
  const { description } = repositoryRules.shape;
  it.each([
    ['', ''],
    ['one\r\ntwo', 'one\ntwo'],
    ['a\u0007b', ['DESCRIPTION_INVALID']],
    ['a'.repeat(2_001), ['DESCRIPTION_TOO_LONG']],
  ])('%.60j becomes %j', (value, expected) => expect(check(description, value)).toEqual(expected));
});

describe('a search', () => {
  it.each([
    ['  atlas ', 'atlas'],
    ['', ''],
    ['%_\\', '%_\\'],
    ['a'.repeat(201), ['SEARCH_TOO_LONG']],
  ])('%.60j becomes %j', (value, expected) => expect(check(searchTerm, value)).toEqual(expected));
});
