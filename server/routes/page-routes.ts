import { Hono } from 'hono';
import { apiGuidePath, createApiGuide } from '#server/api-docs/api-guide.ts';
import { addGraphiql } from '#server/api-docs/graphiql.ts';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import {
  createStaticFiles,
  respond,
  type StaticFile,
  toStaticFile,
} from '#server/http/pages/static-files.ts';
import type { Readiness } from '#server/http/readiness.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';

export const clientFolder = fromRoot('dist', 'client');

type PageRoutesDeps = {
  settings: Settings;
  readiness: Readiness;
  printContract(): string;
  pages: Pages;
  /** Served under /dev. Without it, every path there returns 404. */
  devPages?: Hono | undefined;
};

/** What is answered without the database: health checks, pages, files and guides. */
export function createPageRoutes(deps: PageRoutesDeps) {
  const { settings, readiness, printContract, devPages } = deps;
  let contract: StaticFile | undefined;
  const apiGuide = createApiGuide(settings);
  const staticFiles = createStaticFiles(clientFolder, deps.pages.serve, settings.appName);
  const app = new Hono();

  app.route('/', readiness.healthChecks);
  addGraphiql(app, settings);
  // For browsers, unless GraphiQL answers them.
  app.get(graphqlPath, (context) => context.redirect(apiGuidePath));
  app.get(`${graphqlPath}/schema.graphql`, ({ req }) => {
    contract ??= toStaticFile(Buffer.from(printContract()), 'text/plain; charset=utf-8');
    return respond(req.raw, contract);
  });
  app.get(`${apiGuidePath}/:name?`, async (context) => {
    const { req } = context;
    return (await apiGuide(req.raw, req.param('name') ?? '')) ?? context.notFound();
  });
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  if (devPages) app.route('/dev', devPages);
  app.all('/dev/*', (context) => context.notFound());
  app.all('*', async (context) => (await staticFiles(context.req.raw)) ?? context.notFound());

  app.notFound((context) => context.text('Not found', 404));
  app.onError((error) => {
    throw error;
  });
  return app;
}
