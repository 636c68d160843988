import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description:
    'A moment: RFC 3339 in UTC with milliseconds, for example `2026-01-31T08:15:00.000Z`.',
  serialize: (value) => new Date(value).toISOString(),
  parseValue: (value) => {
    const date = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
    if (Number.isNaN(date.getTime())) throw new TypeError('A DateTime is a text in RFC 3339.');
    return date;
  },
});
