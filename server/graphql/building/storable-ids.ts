/**
 * Pothos plugin that replaces ID arguments that PostgreSQL can't store, or that are too long, with text that matches no
 * record. They are never found, whatever a resolver does with them.
 */
import SchemaBuilder, {
  BasePlugin,
  createInputValueMapper,
  type InputTypeFieldsMapping,
  mapInputFields,
  type PothosOutputFieldConfig,
  resolveInputTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      storableIds: StorableIdsPlugin<Types>;
    }
  }
}

const maxLength = 100;

/** Returns the ID, or a replacement that PostgreSQL can compare but that matches no record. */
const storableId = (id: string): string =>
  id.slice(0, maxLength).toWellFormed().replaceAll('\0', '\ufffd');

class StorableIdsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  readonly #known = new Map<string, InputTypeFieldsMapping<Types, true>>();

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { args }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const ids = mapInputFields(
      args,
      this.buildCache,
      ({ type }) => (resolveInputTypeConfig(type, this.buildCache).name === 'ID' ? true : null),
      this.#known,
    );
    if (!ids) return resolve;
    const toStorable = createInputValueMapper(ids, (id) => storableId(String(id)));
    return (root, sent, context, info) => resolve(root, toStorable(sent), context, info);
  }
}

export const storableIds = 'storableIds' as const;
SchemaBuilder.registerPlugin(storableIds, StorableIdsPlugin);
