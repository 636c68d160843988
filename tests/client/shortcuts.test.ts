import { expect, it } from 'vitest';
import { shortcutKey } from '#client/lib/shortcuts.ts';

it.each([
  ['k', 'KeyK', false, 'k'],
  ['K', 'KeyK', false, 'k'],
  ['K', 'KeyK', true, 'K'],
  ['ن', 'KeyK', false, 'k'],
  ['لا', 'KeyB', false, 'b'],
  ['л', 'KeyK', false, 'k'],
  ['ظ', 'Slash', false, '/'],
  ['؟', 'Slash', true, '?'],
  ['/', 'Digit7', true, '/'],
  ['t', 'KeyK', false, 't'],
  ['Escape', 'Escape', false, 'Escape'],
])('the key “%s” of %s (Shift %s) counts as %s', (key, code, shiftKey, expected) => {
  expect(shortcutKey({ key, code, shiftKey } as KeyboardEvent)).toBe(expected);
});
