import type { Hono } from 'hono';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import type { AppEnvironment } from '#server/http/request-log.ts';
import type { Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import { graphiqlPaths, serveGraphiql } from './graphiql.ts';
import { graphiqlPage } from './graphiql-page.ts';

/** Serves GraphiQL to browsers that open the API's URL. */
export function addGraphiql(
  app: Hono<AppEnvironment>,
  deps: { settings: Settings; translate: Translate },
): void {
  app.get(graphqlPath, (context) => {
    context.header('vary', 'accept, accept-language, cookie');
    return context.html(graphiqlPage(context.req.raw, deps));
  });
  app.get(graphiqlPaths.script, ({ req }) => serveGraphiql(req.raw, 'script'));
  app.get(graphiqlPaths.styles, ({ req }) => serveGraphiql(req.raw, 'styles'));
}
