/** What people may type, and how it is stored. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { code, email, name } from '#shared/rules/account.ts';
import { link, repositoryRules } from '#shared/rules/repository.ts';
import { searchTerm } from '#shared/rules/search.ts';

/** The value as stored, or the codes of what is wrong. */
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
    [undefined, ['EMAIL_REQUIRED']],
    [{}, ['EMAIL_REQUIRED']],
  ])('%j becomes %j', (value, expected) => expect(check(email, value)).toEqual(expected));
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
  ])('%j becomes %j', (value, expected) => expect(check(code, value)).toEqual(expected));
});

describe('a link', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' http://example.com/a ', 'http://example.com/a'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['a.bc', 'https://a.bc'],
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
  ])('%j becomes %j', (value, expected) => expect(check(link, value)).toEqual(expected));

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
    ['\ud800', ['NAME_INVALID']],
  ])('%j becomes %j', (value, expected) => expect(check(name, value)).toEqual(expected));
});

describe('a description', () => {
  const { description } = repositoryRules.shape;
  it.each([
    ['', ''],
    ['one\r\ntwo', 'one\ntwo'],
    ['a\u0007b', ['DESCRIPTION_INVALID']],
    ['a'.repeat(2_001), ['DESCRIPTION_TOO_LONG']],
  ])('%j becomes %j', (value, expected) => expect(check(description, value)).toEqual(expected));
});

describe('a search', () => {
  it.each([
    ['  atlas ', 'atlas'],
    ['', ''],
    ['%_\\', '%_\\'],
    ['a'.repeat(201), ['SEARCH_TOO_LONG']],
  ])('%j becomes %j', (value, expected) => expect(check(searchTerm, value)).toEqual(expected));
});
