/** A named statement is parsed once per connection. PostgreSQL plans others for their values each time. */
export type Statement = { readonly text: string; readonly name?: string };

/** Runs a read outside of transactions. Times are returned as `Date`, everything else as the driver `pg` does. */
export type Read = <Row extends object>(statement: Statement, values: unknown[]) => Promise<Row[]>;

type Field = {
  name: string;
  kind: string;
  type: string;
  isList: boolean;
  isId?: boolean;
  isUnique?: boolean;
  relationName?: string;
  relationFromFields?: readonly string[];
};

/** The part of Prisma's datamodel that is needed. */
export type Datamodel = { models: Record<string, { fields: readonly Field[] }> };

/** How the lists of a model are indexed. */
export type Lists = {
  /** Text with a trigram index. A list is searched by `contains` on this column. */
  searchColumn?: string;
  /** Indexes for lists sorted by `orders` begin with `column`, which may be null. */
  partition?: { column: string; orders: readonly string[] };
  /** A condition that nearly all rows meet, so that it doesn't make a search selective. */
  nearlyAll?: Readonly<Record<string, unknown>>;
};

export type Options = {
  read: Read;
  datamodel: Datamodel;
  tableOf(model: string): string;
  /** The client's `omit`: columns that are only read if selected. */
  omit?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  lists?: Readonly<Record<string, Lists | undefined>>;
  /** Values of `take` that are written into statements, so that they are planned for. */
  usualTakes?: readonly number[];
  /** What concurrent reads of single records are batched in, such as a request. Without one, Prisma reads them. */
  scope?(): object | undefined;
  /** Runs what no scope waits for. */
  outsideScope?(work: () => void): void;
};
