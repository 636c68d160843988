/** How much one request may ask for; checked before any resolver runs. */
import {
  type ASTVisitor,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { limits } from '#shared/limits.ts';
import { requestError } from './errors.ts';

/**
 * Depth: the deepest query of our own client has 7 levels. Breadth: fields in all. Complexity: each
 * field counts one, times the length of the lists it stands in.
 */
export const queryLimits = { depth: 12, breadth: 500, complexity: 20_000 };

/** What a field counts: what stands in a list as often as entries are asked for, before they are. */
export function fieldComplexity(
  args: { first?: number | null; last?: number | null },
  { type }: { type: GraphQLOutputType },
): { field: number; multiplier: number } {
  // The entries' own list (`nodes`, `edges`) stands for a page of the default size.
  // A page that is too large is refused as such.
  const entries = Math.min(args.first ?? args.last ?? limits.pageSize, limits.pageSizeMax);
  const pages = entries / limits.pageSize;
  const isList = isListType(getNullableType(type));
  return { field: 1, multiplier: isList ? limits.pageSize : Math.max(pages, 1) };
}

/** Words and signs in a document; an introspection query has about 500. */
const maxTokens = 2_000;

/** Stops the parser at the limit, whatever the document's size. */
export const tokenLimit: Plugin = {
  onParse({ setParseFn }) {
    setParseFn((source, options) => parse(source, { ...options, maxTokens }));
  },
};

/** Mutations in one request; our own client sends one. */
const maxMutations = 10;

/** Refuses a request with more mutations: each is limited by itself, a hundred at once would not be. */
function fewMutations(context: ValidationContext): ASTVisitor {
  const count = ({ selections }: SelectionSetNode, seen: readonly string[]): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === 'Field') return sum + 1;
      if (selection.kind === 'InlineFragment') return sum + count(selection.selectionSet, seen);
      const name = selection.name.value;
      const fragment = seen.includes(name) ? undefined : context.getFragment(name);
      return sum + (fragment ? count(fragment.selectionSet, [...seen, name]) : 0);
    }, 0);
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.MUTATION || count(selectionSet, []) <= maxMutations)
        return;
      context.reportError(
        requestError('QUERY_TOO_COMPLEX', `Send at most ${maxMutations} mutations at once.`),
      );
    },
  };
}

export const mutationLimit: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(fewMutations),
};
