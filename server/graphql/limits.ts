/** How much one request may ask for; checked before any resolver runs. */
import { parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Depth: the deepest query of our own client has 7 levels. Breadth: fields in all. Complexity: each
 * field counts one, times the length of the lists it stands in.
 */
export const queryLimits = { depth: 12, breadth: 500, complexity: 20_000 };

/** Words and signs in a document; an introspection query has about 500. */
const maxTokens = 2_000;

/** Stops the parser at the limit, whatever the document's size. */
export const tokenLimit: Plugin = {
  onParse({ setParseFn }) {
    setParseFn((source, options) => parse(source, { ...options, maxTokens }));
  },
};
