/** HTTP caching of GET responses that are the same for everyone. */
import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** For root fields that are the same for everyone: how long caches may keep the value. */
    cacheSeconds?: number;
  }
}

/** Lowest `cacheSeconds` of the root fields. Undefined if any field isn't public. */
function cacheSeconds(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): number | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return undefined;
  const fields = schema.getQueryType()?.getFields() ?? {};
  const seconds = operation.selectionSet.selections.map((selection) =>
    selection.kind === 'Field' ? fields[selection.name.value]?.extensions.cacheSeconds : undefined,
  );
  return seconds.every((each) => each !== undefined) ? Math.min(...seconds) : undefined;
}

/** Adds `Cache-Control` to successful GET responses of public fields. */
export function publicAnswers(): Plugin<{ request: Request }> {
  const kept = new WeakMap<Request, number>();
  return {
    onExecute: ({ args: { schema, document, operationName, contextValue } }) => ({
      onExecuteDone({ result }) {
        const { request } = contextValue as { request: Request };
        const isPlain = 'data' in result && !result.errors && !result.extensions;
        if (request.method !== 'GET' || !isPlain) return;
        const seconds = cacheSeconds(schema, document, operationName);
        if (seconds !== undefined) kept.set(request, seconds);
      },
    }),
    onResponse({ request, response }) {
      const seconds = kept.get(request);
      if (seconds === undefined) return;
      response.headers.set('cache-control', `public, max-age=${seconds}`);
      // `setup` contains the request's language.
      response.headers.append('vary', 'Accept-Language, Cookie');
    },
  };
}
