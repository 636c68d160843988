/**
 * Maximum points of a document: about 0.1 s of server time, 250 statements or 1.6 million characters.
 * The client's most expensive query costs less than half.
 */
export const maxCost = 50_000;

/** Default of POINTS_PER_MINUTE: 200 of the most expensive documents, about 20 s of server time. */
export const defaultPointsPerMinute = 10_000_000;
