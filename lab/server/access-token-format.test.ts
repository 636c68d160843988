import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { isAccessToken, newAccessToken, startOf } from '#server/auth/access-tokens/credentials.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('has the form that secret scanners look for', () => {
  const tokens = Array.from({ length: 500 }, newAccessToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^atr_[0-9A-Za-z]{38}$/);
    const [random, checksum] = [token.slice(4, 36), token.slice(36)];
    const value = [...checksum].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(random));
    expect(isAccessToken(token)).toBe(true);
    expect(startOf(token)).toBe(token.slice(0, 12));
  }
});

it('is recognised with one wrong character', () => {
  const token = newAccessToken();
  for (let place = 4; place < token.length; place += 1) {
    const other = token[place] === '0' ? '1' : '0';
    expect(isAccessToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
  }
});

it.each(['', 'atr_', 'x', ` ${newAccessToken()}`, `${newAccessToken()}0`])('refuses %j', (text) =>
  expect(isAccessToken(text)).toBe(false),
);
