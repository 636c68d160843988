export type Attributes = Readonly<Record<string, string | number>>;

/** A part of a trace: what was done, and how long it took. */
export type Span = {
  readonly traceId: string;
  set(attributes: Attributes): void;
  /** Ends it, with the error if it failed. */
  end(error?: unknown): void;
};
