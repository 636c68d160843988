/** Measures documents in time linear in their text, however often fragments are spread. */
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';

type Size = { fields: number; depth: number; roots: number; introspections: number };

const nothing: Size = { fields: 0, depth: 0, roots: 0, introspections: 0 };

export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === 'FragmentDefinition');
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Measures each fragment of `document` once. */
export function measure(document: DocumentNode) {
  const fragments = fragmentsOf(document);
  const sizes = new Map<SelectionSetNode, Size>();
  const open = new Set<SelectionSetNode>();
  let isCyclic = false;

  function sizeOf(set: SelectionSetNode): Size {
    if (open.has(set)) isCyclic = true;
    const known = sizes.get(set);
    if (known) return known;
    const size: Size = { ...nothing };
    sizes.set(set, { ...size });
    open.add(set);
    for (const selection of set.selections) {
      if (selection.kind === 'Field') {
        const inner = selection.selectionSet && sizeOf(selection.selectionSet);
        // graphql-js limits the depth of introspection itself.
        const isIntrospection = /^__(schema|type)$/.test(selection.name.value);
        const depth = isIntrospection ? 0 : (inner?.depth ?? 0);
        size.fields += 1 + (inner?.fields ?? 0);
        size.depth = Math.max(size.depth, 1 + depth);
        size.roots += 1;
        size.introspections += isIntrospection ? 1 : (inner?.introspections ?? 0);
      } else {
        const target =
          selection.kind === 'InlineFragment' ? selection : fragments.get(selection.name.value);
        // Validation rejects unknown fragments, so each counts as one field.
        const inner = target ? sizeOf(target.selectionSet) : { ...nothing, fields: 1 };
        size.fields += inner.fields;
        size.depth = Math.max(size.depth, inner.depth);
        size.roots += inner.roots;
        size.introspections += inner.introspections;
      }
    }
    sizes.set(set, size);
    open.delete(set);
    return size;
  }

  return {
    sizeOf,
    isCyclic: () => isCyclic,
    /** Fragments that no measured selection spreads. Validation visits them too. */
    unused: () => [...fragments.values()].filter(({ selectionSet }) => !sizes.has(selectionSet)),
  };
}

/**
 * Whether more than `most` fields of one name are merged. Visits every spread, so reject cycles and oversized documents
 * first.
 */
export function isRepetitive(document: DocumentNode, set: SelectionSetNode, most: number): boolean {
  const fragments = fragmentsOf(document);
  const collect = (sets: readonly SelectionSetNode[], byName: Map<string, FieldNode[]>) => {
    for (const selection of sets.flatMap(({ selections }) => selections)) {
      if (selection.kind === 'Field') {
        const name = (selection.alias ?? selection.name).value;
        byName.set(name, [...(byName.get(name) ?? []), selection]);
      } else {
        const inner =
          selection.kind === 'InlineFragment' ? selection : fragments.get(selection.name.value);
        if (inner) collect([inner.selectionSet], byName);
      }
    }
    return [...byName.values()];
  };
  const exceeds = (sets: readonly SelectionSetNode[]): boolean =>
    collect(sets, new Map()).some(
      (fields) =>
        fields.length > most || exceeds(fields.flatMap(({ selectionSet }) => selectionSet ?? [])),
    );
  return exceeds([set]);
}
