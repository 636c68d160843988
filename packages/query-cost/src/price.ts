/** Price of a field, if the default is wrong. */
export type FieldPrice = {
  /** SQL statements to resolve it once. */
  statements?: number;
  characters?: number;
  /** Length of the list, or the name of the argument with its IDs. */
  entries?: number | { argument: string };
};

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    price?: FieldPrice;
  }
}

/** `extensions` of a field with a price. */
export const priced = (price: FieldPrice) => ({ price });
