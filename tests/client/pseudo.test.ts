import { expect, it } from 'vitest';
import { pseudo } from '#client/i18n/pseudo.ts';
import common from '#shared/locales/en/common.json' with { type: 'json' };

it('brackets, accents and lengthens every text, and leaves code alone', () => {
  expect(pseudo({ a: { b: 'We sent {{count}} to <email>{{email}}</email>.' } })).toEqual({
    a: { b: '[Ŵéé šééñţ {{count}} ţöö <email>{{email}}</email>.]' },
  });
});

it('is about a third longer', () => {
  const length = (texts: object) => JSON.stringify(texts).replace(/"\w+":|\{\{\w+\}\}/g, '').length;
  expect(length(pseudo(common)) / length(common)).toBeGreaterThan(1.3);
});
