/**
 * Prices validated documents in points, from their variables and the schema. Assumes one statement for object fields
 * without a declared price.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { createArgumentReader } from './argument-reader.ts';
import { fragmentsOf } from './document-size.ts';
import { introspectionLists, wholeIntrospection } from './introspection.ts';
import type {} from './price.ts';
import type { Pricing } from './pricing.ts';

/** Points of a selection: fixed, per entry of a connection's page, and the number of counts. */
type Cost = { once: number; perEntry: number; counts: number };

const noCost: Readonly<Cost> = { once: 0, perEntry: 0, counts: 0 };

const isConnection = (type: GraphQLObjectType) => 'pageInfo' in type.getFields();
const isIntrospection = (type: GraphQLNamedType) => type.name.startsWith('__');
const isEdge = (type: GraphQLObjectType) => 'cursor' in type.getFields();

/** Scales introspection, because larger schemas return more values but cost the same. */
export function createPriceOf(schema: GraphQLSchema, pricing: Pricing) {
  const points = scaledPriceOf(schema, pricing, 1)(wholeIntrospection(), {});
  return scaledPriceOf(schema, pricing, pricing.prices.introspection / points);
}

function scaledPriceOf(schema: GraphQLSchema, pricing: Pricing, introspectionRate: number) {
  const { prices, pageSizeMax } = pricing;
  const listSizes = introspectionLists(schema);

  return function priceOf(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    operationName?: string | null,
  ): number {
    const operation = getOperationAST(document, operationName);
    const root = operation && schema.getRootType(operation.operation);
    if (!root) return 0;
    const fragments = fragmentsOf(document);
    const { argument, isFiltered } = createArgumentReader(operation, variables);
    const known = new Map<SelectionSetNode, Map<GraphQLObjectType, Cost>>();

    function selectionCost(set: SelectionSetNode, type: GraphQLObjectType): Cost {
      const byType = known.get(set) ?? new Map<GraphQLObjectType, Cost>();
      known.set(set, byType);
      const before = byType.get(type);
      if (before) return before;
      const cost = { ...noCost };
      for (const selection of set.selections) {
        const part =
          selection.kind === 'Field'
            ? fieldCost(selection, type)
            : fragmentCost(
                selection.kind === 'InlineFragment'
                  ? selection
                  : fragments.get(selection.name.value),
                type,
              );
        cost.once += part.once ?? 0;
        cost.perEntry += part.perEntry ?? 0;
        cost.counts += part.counts ?? 0;
      }
      byType.set(type, cost);
      return cost;
    }

    function fragmentCost(
      fragment: FragmentDefinitionNode | InlineFragmentNode | undefined,
      type: GraphQLObjectType,
    ): Partial<Cost> {
      const condition =
        fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const applies =
        !condition ||
        condition === type ||
        (isAbstractType(condition) && schema.isSubType(condition, type));
      return fragment && applies ? selectionCost(fragment.selectionSet, type) : {};
    }

    function fieldCost(node: FieldNode, parent: GraphQLObjectType): Partial<Cost> {
      const field = schema.getField(parent, node.name.value);
      if (!field) return {};
      if (!isCompositeType(getNamedType(field.type))) {
        if (isConnection(parent) && field.name === 'totalCount') return { counts: 1 };
        return { once: valueCost(field, parent) };
      }
      const once = objectCost(node, field, parent);
      if (field.name === '__schema' || field.name === '__type') {
        return { once: once * introspectionRate };
      }
      if (!isConnection(parent)) return { once };
      if (field.name === 'totalCountUpTo') return { once, counts: 1 };
      if (field.name !== 'nodes' && field.name !== 'edges') return { once };
      return { perEntry: once };
    }

    function valueCost(field: GraphQLField<unknown, unknown>, parent: GraphQLObjectType): number {
      const { statements = 0, characters } = field.extensions.price ?? {};
      const isText = getNamedType(field.type).name === 'String' && !isIntrospection(parent);
      const length = characters ?? (isText ? prices.defaultCharacters : 0);
      const value = 1 + length / prices.charactersPerPoint;
      return statements * prices.statement + value * entriesOf(field);
    }

    function objectCost(
      node: FieldNode,
      field: GraphQLField<unknown, unknown>,
      parent: GraphQLObjectType,
    ): number {
      const type = getNamedType(field.type);
      const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
      const costs = types.map((each) =>
        isObjectType(each) && node.selectionSet ? selectionCost(node.selectionSet, each) : noCost,
      );
      const inner = costs.reduce((most, cost) => (cost.once > most.once ? cost : most));
      if (isObjectType(type) && isConnection(type)) return pageCost(node, field, inner);
      // `edges`, `nodes`, `node` and `pageInfo` are loaded by the connection's statement.
      const isLoaded = isConnection(parent) || isEdge(parent) || isIntrospection(type);
      const isMutation = parent === schema.getMutationType();
      const own = isMutation
        ? prices.mutation
        : (field.extensions.price?.statements ?? (isLoaded ? 0 : 1)) * prices.statement;
      const entries = isConnection(parent) ? 1 : entriesOf(field, node, parent);
      return own + (1 + inner.once) * entries;
    }

    /** Entries per page, clamped to the valid range. The resolver rejects invalid sizes. */
    function pageSize({ arguments: args }: FieldNode, usual = pricing.pageSize): number {
      const asked = argument(args, 'first') ?? argument(args, 'last') ?? usual;
      const size = typeof asked === 'number' ? asked : pageSizeMax;
      return Math.min(Math.max(size, 1), pageSizeMax);
    }

    function pageCost(
      node: FieldNode,
      { extensions: { price } }: GraphQLField<unknown, unknown>,
      { once, perEntry, counts }: Cost,
    ): number {
      const filtered = isFiltered(node);
      const size = pageSize(node, typeof price?.entries === 'number' ? price.entries : undefined);
      return (
        (filtered ? prices.search : prices.statement) +
        once +
        perEntry * size +
        counts * (filtered ? prices.filteredCount : prices.statement)
      );
    }

    function entriesOf(
      { type, name, extensions: { price } }: GraphQLField<unknown, unknown>,
      node?: FieldNode,
      parent?: GraphQLObjectType,
    ): number {
      if (!isListType(getNullableType(type))) return 1;
      if (parent && isIntrospection(parent)) return listSizes.get(name) ?? prices.defaultEntries;
      const entries = price?.entries ?? prices.defaultEntries;
      if (typeof entries === 'number') return entries;
      const ids = argument(node?.arguments, entries.argument);
      return Array.isArray(ids) ? Math.min(ids.length, pricing.idsMax) : 1;
    }

    return Math.ceil(selectionCost(operation.selectionSet, root).once);
  };
}
