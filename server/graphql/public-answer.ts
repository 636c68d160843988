/** Answers to GET that are the same for everybody, which browsers and proxies may keep. */
import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Of a root field that is the same for everybody: how long caches may keep its value. */
    cacheSeconds?: number;
  }
}

/** How many seconds caches may keep an answer: the least of its root fields. Undefined if any field is not public. */
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

/** Adds `Cache-Control` to successful answers of public fields that were asked for by GET. */
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
      // `setup` names the language of the request.
      response.headers.append('vary', 'Accept-Language, Cookie');
    },
  };
}
