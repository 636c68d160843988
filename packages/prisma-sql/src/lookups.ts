/** Batches concurrent `findUnique` of a scope into one statement. */
import DataLoader from 'dataloader';
import type { Model } from './models.ts';
import type { Options, Statement } from './options.ts';
import { joinTo, type Selection } from './selection.ts';

type Row = Record<string, unknown>;
type Loader = DataLoader<string, Row | undefined>;
type Lookup = { model: Model; column: string; selection: Selection };

function textOf({ model, column, selection: { joined } }: Lookup, condition: string): string {
  return joinTo(`${model.select} WHERE "${column}" ${condition}`, joined, '');
}

export function createLookups({ read }: Options, statementOf: (text: string) => Statement) {
  const scopes = new WeakMap<object, Map<string, Loader>>();

  function loaderOf(lookup: Lookup, scope: object): Loader {
    const { model, column, selection } = lookup;
    const ofScope = scopes.get(scope) ?? new Map<string, Loader>();
    scopes.set(scope, ofScope);
    const relations = selection.joined.map(({ relation }) => relation);
    const key = [model.name, column, ...relations].join();
    const known = ofScope.get(key);
    if (known) return known;
    const loader: Loader = new DataLoader(
      async (values: readonly string[]) => {
        const [condition, parameter] =
          values.length === 1 ? ['= $1', values[0]] : ['= ANY($1)', values];
        const rows = await read<Row>(statementOf(textOf(lookup, condition)), [parameter]);
        const rowsByValue = new Map(rows.map((row) => [row[column], row]));
        return values.map((value) => rowsByValue.get(value));
      },
      // Later reads must see changes made in between.
      { cache: false },
    );
    ofScope.set(key, loader);
    return loader;
  }

  return (lookup: Lookup, value: string, scope: object): Promise<Row | undefined> =>
    loaderOf(lookup, scope).load(value);
}
