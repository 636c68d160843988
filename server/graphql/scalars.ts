/** Scalars that are only returned. What is sent instead has rules of its own. */
import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

const notAccepted = (name: string) => () => {
  throw new GraphQLError(`${name} is only returned, not accepted.`);
};

builder.scalarType('Date', {
  description: 'A calendar date, as `2026-01-31`. Only returned, not accepted.',
  serialize: (value) => value,
  parseValue: notAccepted('Date'),
});

builder.scalarType('URL', {
  description:
    'An absolute http or https URL (https://url.spec.whatwg.org). Only returned: inputs take text, and say what they add to it.',
  serialize: (value) => value,
  parseValue: notAccepted('URL'),
});
