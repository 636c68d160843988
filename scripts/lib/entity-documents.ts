/** Combines the fragments that entities contribute: for search, and for links to their records. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';
import { CliError } from '#server/progress.ts';

export type EntityDocuments = {
  list: string;
  /** Fields that name a record in links, on the entity's type. */
  entry: string;
  search: string;
};

/**
 * Reads the fragments that each entity has, such as `<Type>Search`, from the documents of `folder`. Throws a CliError
 * naming a missing one.
 */
export function readEntity(folder: string, documents: string[]): EntityDocuments {
  const fragments = new Map(
    documents
      .flatMap((text): DocumentNode['definitions'] => parse(text).definitions)
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const missing = (name: string) =>
    new CliError(`The documents of ${folder} have no fragment ${name}.`, 'See docs/guides.');
  const fragment = (name: string): FragmentDefinitionNode => {
    const found = fragments.get(name);
    if (!found) throw missing(name);
    return found;
  };
  const search = [...fragments.keys()].find((name) => name.endsWith('Search'));
  if (!search) throw missing('<Type>Search');
  const type = search.replace(/Search$/, '');
  const [first] = fragment(search).selectionSet.selections;
  if (first?.kind !== Kind.FIELD) throw missing(`${search} that starts with the list`);
  const inlined = (name: string) => inline(fragment(name), fragments);
  return {
    list: first.name.value,
    entry: inlined(`${type}Entry`),
    search: inlined(search),
  };
}

/** Inlines a fragment. Spreading it would also load the other documents of its file. */
function inline(
  fragment: FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  const asInline = ({
    typeCondition,
    selectionSet,
  }: FragmentDefinitionNode): InlineFragmentNode => ({
    kind: Kind.INLINE_FRAGMENT,
    typeCondition,
    selectionSet,
  });
  const expanded = visit(asInline(fragment), {
    FragmentSpread({ name }) {
      const used = fragments.get(name.value);
      return used && asInline(used);
    },
  });
  return print(expanded);
}

export function entityDocuments(entities: EntityDocuments[]): string {
  const variables = entities.map(({ list }) => `, $${list}: Boolean!`).join('');
  const searches = entities.map(({ list, search }) =>
    search.replace('{', `@include(if: $${list}) {`),
  );
  return `fragment EntityEntry on Node {
  id
  ${entities.map(({ entry }) => entry).join('\n')}
}

# One variable per entity, named after its list: whether the viewer may search it.
query EntitySearch($searchTerm: String!, $first: Int!${variables}) {
  ${searches.join('\n')}
}
`;
}
