import { type GraphqlHandler, graphqlPath } from '#server/graphql/requests/handler.ts';
import type { Settings } from '#server/settings.ts';

/** Returns a function that answers the client's session query for an anonymous viewer. */
export function createSetupQuery({ handle }: GraphqlHandler, { baseUrl }: Settings) {
  return async function querySetup(query: string): Promise<unknown> {
    const response = await handle(
      new Request(new URL(graphqlPath, baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    );
    return ((await response.json()) as { data: { setup: unknown } }).data.setup;
  };
}
