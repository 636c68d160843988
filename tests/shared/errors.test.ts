import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import texts from '#shared/locales/en/errors.json' with { type: 'json' };
import { errorCodes, ownCodes } from '#tests/support/error-codes.ts';

const catalogue = texts as Record<string, string>;

describe('the error catalogue', () => {
  it('has no text without a code', () => {
    const known = [
      ...errorCodes,
      ...['NETWORK_ERROR', 'COOKIES_BLOCKED', 'SIGNED_OUT_ELSEWHERE', 'SIGNED_OUT_WITH_CHANGES'],
    ];
    expect(Object.keys(catalogue).filter((code) => !known.includes(code))).toEqual([]);
  });

  it('names only figures that are limits', () => {
    const names = Object.values(catalogue).flatMap((text) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
    );
    expect(names.filter((name) => name === undefined || !(name in limits))).toEqual([]);
  });

  it.each([
    ['SESSION_EXPIRED', 'Session expired. Re-authenticate to perform this action.'],
    ['BANNED_USER', 'You have been banned from this application'],
  ])('says word for word what was agreed for %s', (code, text) => {
    expect(catalogue[code]).toBe(text);
  });
});

describe('a code of ours', () => {
  it.each([
    ['a value that another record has', /TAKEN|EXISTS|DUPLICATE/, /_ALREADY_USED$/],
    ['a limit', /TOO_MANY|MAXIMUM|EXCEEDED|QUOTA/, /_LIMIT_REACHED$/],
    ['a missing value', /MISSING|EMPTY|^REQUIRED$/, /_REQUIRED$/],
    ['an unusable value', /^INVALID|MALFORMED|ILLEGAL/, /_INVALID$/],
    ['what a viewer may not do', /NOT_ALLOWED|DENIED|UNABLE|^OWN_/, /^FORBIDDEN$|^YOU_CANNOT_/],
    ['what does not exist', /^NO_|UNKNOWN_[^E]/, /(^|_)NOT_FOUND$/],
  ])('says in one way %s', (_what, otherWays, pattern) => {
    expect(ownCodes.filter((code) => otherWays.test(code))).toEqual([]);
    expect(ownCodes.filter((code) => pattern.test(code))).not.toEqual([]);
  });
});
