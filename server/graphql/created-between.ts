type Span = { createdFrom?: Date | null | undefined; createdTo?: Date | null | undefined };

/** The condition for records created in a period, or undefined if it is unbounded. */
export function createdBetween({ createdFrom, createdTo }: Span) {
  if (!createdFrom && !createdTo) return undefined;
  return {
    createdAt: {
      ...(createdFrom ? { gte: createdFrom } : {}),
      ...(createdTo ? { lt: createdTo } : {}),
    },
  };
}
