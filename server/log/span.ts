export type Attributes = Readonly<Record<string, string | number>>;

export type Span = {
  readonly traceId: string;
  set(attributes: Attributes): void;
  /** Ends the span, with the error if the operation failed. */
  end(error?: unknown): void;
};
