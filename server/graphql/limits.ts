/** How much one document may ask for, and what one request may use. Every figure is here. */

/** Limits of the document's text, checked before it is validated. */
export const documentLimits = {
  /** Tokens; a full introspection query has about 500. */
  tokens: 2_000,
  /** Selected fields, with fragments counted where they are spread; a full introspection has 180. */
  fields: 500,
  /** Levels of fields; the deepest query of our own client has 7. */
  depth: 12,
  /** `__schema` and `__type` in one document; tools ask once. */
  introspections: 3,
  /** Fields of one name that are merged: validation compares each of them with each. */
  sameName: 30,
  /** Errors that validation reports. */
  errors: 10,
  /** Mutations in one request; our own client sends one. */
  mutations: 10,
  /** Parsed documents kept for the next request: up to 0.7 MB each. */
  cached: 100,
};

/**
 * Prices in points. One point is a short value in the answer, about 2 µs of the server's time, and the
 * others are multiples of it as measured on 200,000 repositories.
 */
export const prices = {
  /** Characters of text for one point. */
  charactersPerPoint: 32,
  /** Characters of a text whose field does not say how long it can be. */
  defaultCharacters: 256,
  /** Entries of a list that does not say how many it has. */
  defaultEntries: 20,
  /** One SQL statement through Prisma: 0.4 ms. */
  statement: 200,
  /** Statements of a record that Prisma loads together with those beside it. */
  batched: 0.1,
  /** A page of a filtered or searched list: 2 ms. */
  search: 1_000,
  /** The count of a filtered or searched list, which reads every match: 10 ms. */
  filteredCount: 5_000,
  /** One mutation: about ten statements. */
  mutation: 2_000,
};

/**
 * Points of one document: about 0.1 s of the server's time, 250 statements or 1.6 million characters.
 * 100 rows with all their texts cost 15,000; the dearest query of our own client costs less than half.
 */
export const maxCost = 50_000;

/** Points of one event of a stream: each change may be sent to thousands of streams. */
export const maxCostPerEvent = 5_000;

/** What a request may use, whatever its document was priced at. */
export const requestBounds = {
  /** SQL statements: above what `maxCost` allows, so that only a wrong price meets it. */
  statements: 300,
  /** Milliseconds until its statements are refused. */
  milliseconds: 5_000,
  /** Bytes of its answer: 1.6 million characters of up to three bytes each. */
  answerBytes: 5_000_000,
};
