/** Limits of the document, checked before validation. */
export const documentLimits = {
  /** A full introspection query has about 500. */
  tokens: 2_000,
  /** Counts fragments where they are spread. A full introspection has 180. */
  fields: 500,
  /** Levels of fields. The client's deepest query has 7. */
  depth: 12,
  /** Levels of objects and lists. The deepest input has 5. */
  variableDepth: 20,
  /** Uses of `__schema` and `__type` in one document. */
  introspections: 5,
  /** Fields of one name that are merged. Validation compares every pair. */
  sameName: 30,
  /** Validation errors reported. */
  errors: 10,
  /** Per request. The client sends one. */
  mutations: 10,
  /** Parsed documents in the cache, up to 0.7 MB each. */
  cached: 100,
};

/** graphql-js repeats the variable's whole value in each error. */
export const coercionLimits = { maxCoercionErrors: 1 };

/**
 * Prices in points. A point is a short value in the response, about 2 µs of server time. The other prices are
 * multiples, measured with 200,000 repositories.
 */
export const prices = {
  charactersPerPoint: 32,
  defaultCharacters: 256,
  defaultEntries: 20,
  /** One SQL statement through Prisma: 0.4 ms. */
  statement: 200,
  /** Statements per record that Prisma loads in a batch. */
  batched: 0.1,
  /** A page of a filtered or searched list: 2 ms, and 10 ms for its counts, which read every match. */
  search: 6_000,
  /** About ten statements. */
  mutation: 2_000,
  /** The whole schema, whatever its size: 30 ms, then cached. */
  introspection: 15_000,
  /** An invalid document. Checking the longest document takes 16 ms. */
  notExecuted: 8_000,
};

/**
 * Maximum points of an event. Each stream executes its own event of the viewer, at most once a second: all 200 streams of a
 * network cost a fifth of a core.
 */
export const maxCostPerEvent = 500;

/** Request limits, in case a document is priced too low. */
export const requestBounds = {
  /** SQL statements. `maxCost` allows fewer. */
  statements: 300,
  /** Statements are rejected after this time. */
  milliseconds: 5_000,
  /** 1.6 million characters of up to three bytes. */
  answerBytes: 5_000_000,
};
