import { type Context, type Handler, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { compress } from 'hono/compress';
import { authBasePath } from '#server/auth/auth.ts';
import { signInFormPaths } from '#server/auth/sign-in-forms.ts';
import { exportPath } from '#server/export/handler.ts';
import { graphqlPath } from '#server/graphql/handler.ts';
import type { Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { picturePolicy } from '#server/pictures/handler.ts';
import { picturePath } from '#server/pictures/picture.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { apiGuidePage, apiGuidePath } from './api-guide.ts';
import { allowTokensFromAnywhere } from './cors.ts';
import { compressedFrom, encoding } from './encode.ts';
import type { FailureResponse } from './failure.ts';
import { graphiqlPaths, serveGraphiql } from './graphiql.ts';
import { graphiqlPage } from './graphiql-page.ts';
import { requireLocalHost, requireSingleHost } from './host.ts';
import { inlineScriptHashes } from './page-template.ts';
import type { Pages } from './pages.ts';
import type { Readiness } from './readiness.ts';
import { type AppEnvironment, requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { createStaticFiles } from './static-files.ts';

/** The built client. */
export const clientFolder = fromRoot('dist', 'client');

type RoutesDeps = {
  settings: Settings;
  log: Log;
  failure: FailureResponse;
  readiness: Readiness;
  /** The GraphQL schema as text. */
  printContract(): string;
  /** Handlers behind admission control. */
  graphql: Handler<AppEnvironment>;
  auth: Handler<AppEnvironment>;
  exports: Handler<AppEnvironment>;
  pictures: Handler<AppEnvironment>;
  /** Answers pages, and the forms on them. */
  pages: Pages;
  signInForms: Handler<AppEnvironment>;
  /** Served under /dev; left out, every path there answers 404. */
  devPages?: Hono | undefined;
  translate: Translate;
};

/** Every path the server answers, in order. */
export function createRoutes(deps: RoutesDeps) {
  const { settings, log, failure, readiness, printContract, graphql, auth, devPages } = deps;
  const { translate } = deps;
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
  app.use(requireLocalHost(settings, log));
  app.use('/api/*', compress({ encoding, threshold: compressedFrom }), async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });

  app.route('/', readiness.healthChecks);
  app.all(`${authBasePath}/*`, auth);
  app.get(`${graphqlPath}/schema.graphql`, (context) => context.text(printContract()));
  app.get(graphiqlPaths.script, ({ req }) => serveGraphiql(req.raw, 'script'));
  app.get(graphiqlPaths.styles, ({ req }) => serveGraphiql(req.raw, 'styles'));
  app.get(`${apiGuidePath}/:name?`, async (context) => {
    const page = await apiGuidePage(context.req.param('name') ?? '', settings, printContract);
    return page ? context.html(page) : context.notFound();
  });
  app.use(graphqlPath, allowTokensFromAnywhere);
  app.all(graphqlPath, async (context, next) => {
    if (!wantsGraphiql(context)) return graphql(context, next);
    context.header('vary', 'accept, accept-language, cookie');
    return context.html(graphiqlPage(context.req.raw, { settings, translate }));
  });
  app.get(`${exportPath}/*`, deps.exports);
  app.get(`${picturePath}/*`, deps.pictures);
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  if (devPages) app.route('/dev', devPages);
  app.all('/dev/*', (context) => context.notFound());
  for (const path of signInFormPaths) app.post(path, deps.signInForms);
  app.all('*', async (context) => (await staticFiles(context.req.raw)) ?? context.notFound());

  app.notFound((context) => context.text('Not found', 404));
  app.onError((error, context) => failure(error, context.req.raw.headers));
  return app;
}

/** Whether a person opened the API's address, rather than a program sending a query to it. A link may name a query. */
function wantsGraphiql(context: Context): boolean {
  if (context.req.method !== 'GET') return false;
  const html = 'text/html';
  const supports = [html, 'application/json', 'text/event-stream', 'multipart/mixed'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === html;
}
