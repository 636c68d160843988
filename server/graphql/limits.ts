/** The limits of documents and requests. */

/** Limits of the document, checked before validation. */
export const documentLimits = {
  /** Tokens; a full introspection query has about 500. */
  tokens: 2_000,
  /** Selected fields, with fragments counted where they are spread; a full introspection has 180. */
  fields: 500,
  /** Levels of fields; the client's deepest query has 7. */
  depth: 12,
  /** `__schema` and `__type` in one document; tools ask once. */
  introspections: 1,
  /** Fields of one name that are merged: validation compares every pair. */
  sameName: 30,
  /** Errors that validation reports. */
  errors: 10,
  /** Mutations in one request; the client sends one. */
  mutations: 10,
  /** Cached parsed documents, of up to 0.7 MB each. */
  cached: 100,
};

/**
 * Prices in points. A point is a short value in the response, about 2 µs of server time; the other
 * prices are multiples, measured with 200,000 repositories.
 */
export const prices = {
  /** Characters of text for one point. */
  charactersPerPoint: 32,
  /** Length of a text whose field declares none. */
  defaultCharacters: 256,
  /** Length of a list that declares none. */
  defaultEntries: 20,
  /** One SQL statement through Prisma: 0.4 ms. */
  statement: 200,
  /** Statements of a record that Prisma loads in a batch. */
  batched: 0.1,
  /** A page of a filtered or searched list: 2 ms. */
  search: 1_000,
  /** The count of a filtered or searched list, which reads every match: 10 ms. */
  filteredCount: 5_000,
  /** One mutation: about ten statements. */
  mutation: 2_000,
};

/**
 * Maximum points of a document: about 0.1 s of server time, 250 statements or 1.6 million characters.
 * The client's most expensive query costs less than half.
 */
export const maxCost = 50_000;

/** Maximum points of one event: a change may be sent to thousands of streams. */
export const maxCostPerEvent = 5_000;

/** The budget of points that each user, access token or network has in every process. */
export const pointBudget = {
  /** Seconds until an empty budget is full again. */
  windowSeconds: 60,
  /** Default of POINTS_PER_MINUTE: about 10 s of server time, 200 of the most expensive documents. */
  perMinute: 10_000_000,
  /** Budgets that are kept; the one unused for longest, which is mostly full, is dropped. */
  principals: 10_000,
};

/** Limits of `Idempotency-Key`. */
export const idempotency = {
  /** Characters of a key. */
  keyMax: 255,
  /** Hours that an answer is kept. */
  hours: 24,
  /** Keys of one user per day. */
  keysPerDay: 5_000,
  /** Characters of an answer as JSON, before it is encrypted. */
  answerCharacters: 16_000,
};

/** Limits of a request, should its document be priced too low. */
export const requestBounds = {
  /** SQL statements: more than `maxCost` allows. */
  statements: 300,
  /** Milliseconds after which statements are rejected. */
  milliseconds: 5_000,
  /** Bytes of the response: 1.6 million characters of up to three bytes. */
  answerBytes: 5_000_000,
};
