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
