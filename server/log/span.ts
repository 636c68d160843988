export type Attributes = Readonly<Record<string, string | number>>;

export type Span = {
  readonly traceId: string;
  set(attributes: Attributes): void;
  end(error?: unknown): void;
};
