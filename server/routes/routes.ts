import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { compress } from 'hono/compress';
import { apiGuidePath, createApiGuide } from '#server/api-docs/api-guide.ts';
import { addGraphiql } from '#server/api-docs/graphiql.ts';
import { authBasePath } from '#server/auth/auth.ts';
import { signInFormPaths } from '#server/auth/sign-in-forms.ts';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import type { FailureResponse } from '#server/http/failure.ts';
import { requireShortLists } from '#server/http/headers.ts';
import { requireLocalRequest, requireSingleHost } from '#server/http/host.ts';
import { inlineScriptHashes } from '#server/http/pages/page-template.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { createStaticFiles, respond, toStaticFile } from '#server/http/pages/static-files.ts';
import { healthPaths, type Readiness } from '#server/http/readiness.ts';
import { type AppEnvironment, requestLog } from '#server/http/request-log.ts';
import { compressedFrom, encoding } from '#server/http/response-bodies.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { Translate } from '#server/i18n.ts';
import { listExportPath } from '#server/list-export/handler.ts';
import type { Log } from '#server/log/log.ts';
import { picturePolicy } from '#server/pictures/handler.ts';
import { picturePath } from '#server/pictures/picture.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { allowAccessTokensFromAnywhere } from './access-token-cors.ts';

export const clientFolder = fromRoot('dist', 'client');

type RoutesDeps = {
  settings: Settings;
  log: Log;
  failure: FailureResponse;
  readiness: Readiness;
  printContract(): string;
  /** Handlers behind admission control. */
  graphql: Handler<AppEnvironment>;
  auth: Handler<AppEnvironment>;
  listExports: Handler<AppEnvironment>;
  pictures: Handler<AppEnvironment>;
  /** Makes clients take turns on all other routes. */
  inTurn: MiddlewareHandler<AppEnvironment>;
  pages: Pages;
  signInForms: Handler<AppEnvironment>;
  /** Served under /dev. Without it, every path there returns 404. */
  devPages?: Hono | undefined;
  translate: Translate;
};

/** All routes, in order: health checks, routes behind admission control, and the rest, where clients take turns. */
export function createRoutes(deps: RoutesDeps) {
  const { settings, log, failure, readiness, printContract, graphql, auth, devPages } = deps;
  const { translate } = deps;
  const contract = once(() =>
    toStaticFile(Buffer.from(printContract()), 'text/plain; charset=utf-8'),
  );
  const apiGuide = createApiGuide(settings);
  const staticFiles = createStaticFiles(clientFolder, deps.pages.serve, settings.appName);
  const app = new Hono<AppEnvironment>();

  app.use(requestLog(log));
  app.use(readiness.closeWhenDraining);
  app.use(`${picturePath}/*`, async (context, next) => {
    await next();
    context.header('content-security-policy', picturePolicy);
  });
  app.use(securityHeaders(settings, inlineScriptHashes(clientFolder)));
  app.use(requireSingleHost);
  app.use(requireShortLists);
  app.use(requireLocalRequest(settings, log));
  app.use(`${listExportPath}/*`, compress({ encoding, threshold: compressedFrom }));
  app.use('/api/*', async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });

  for (const path of healthPaths) app.use(path, deps.inTurn);
  app.route('/', readiness.healthChecks);
  app.all(`${authBasePath}/*`, auth);
  app.use(graphqlPath, allowAccessTokensFromAnywhere);
  app.all(graphqlPath, (context, next) => (wantsPage(context) ? next() : graphql(context, next)));
  app.get(`${listExportPath}/*`, deps.listExports);
  app.get(`${picturePath}/*`, deps.pictures);
  for (const path of signInFormPaths) app.post(path, deps.signInForms);

  app.use(deps.inTurn);
  addGraphiql(app, { settings, translate });
  // For browsers, unless a row above shows a page.
  app.get(graphqlPath, (context) => context.redirect(apiGuidePath));
  app.get(`${graphqlPath}/schema.graphql`, ({ req }) => respond(req.raw, contract()));
  app.get(`${apiGuidePath}/:name?`, async (context) => {
    const { req } = context;
    return (await apiGuide(req.raw, req.param('name') ?? '')) ?? context.notFound();
  });
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  if (devPages) app.route('/dev', devPages);
  app.all('/dev/*', (context) => context.notFound());
  app.all('*', async (context) => (await staticFiles(context.req.raw)) ?? context.notFound());

  app.notFound((context) => context.text('Not found', 404));
  app.onError((error, context) => failure(error, context.req.raw.headers));
  return app;
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Whether a browser opened the API's URL, as opposed to a program sending a query. A link may contain a query. */
function wantsPage(context: Context): boolean {
  if (context.req.method !== 'GET') return false;
  const html = 'text/html';
  const supports = [html, 'application/json', 'text/event-stream', 'multipart/mixed'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === html;
}
