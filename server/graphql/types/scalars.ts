import { isDate as isJavaScriptDate } from 'node:util/types';
import { GraphQLError } from 'graphql';
import { builder } from '#server/graphql/builder.ts';
import { isDate } from '#shared/rules/date.ts';
import { toIsoText } from './date-time.ts';

builder.scalarType('Date', {
  description:
    'A calendar date without a time zone, for example `2026-01-31`. Accepted in the years 0001 to 9999; other values are refused with BAD_REQUEST.',
  // Prisma returns a DATE column as midnight in UTC.
  serialize: (value) =>
    isJavaScriptDate(value) ? toIsoText(value).slice(0, '2026-01-31'.length) : value,
  parseValue: (value) => {
    if (isDate(value)) return value;
    throw new GraphQLError('A Date is an existing day in the years 0001 to 9999: 2026-01-31.');
  },
});

builder.scalarType('URL', {
  description:
    'An absolute http or https URL (https://url.spec.whatwg.org). Only returned: inputs take text, and say what they add to it.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('URL is only returned, not accepted.');
  },
});
