import { type Context, type Handler, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { compress } from 'hono/compress';
import { authBasePath } from '#server/auth/auth.ts';
import { signInFormPaths } from '#server/auth/sign-in-forms.ts';
import { graphqlPath } from '#server/graphql/handler.ts';
import type { Log } from '#server/log/log.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { compressedFrom, encoding } from './encode.ts';
import type { FailureResponse } from './failure.ts';
import { graphiqlPage, graphiqlScript, graphiqlScriptPath } from './graphiql.ts';
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
  /** Answers pages, and the forms on them. */
  pages: Pages;
  signInForms: Handler<AppEnvironment>;
  /** Served under /dev; left out, every path there answers 404. */
  devPages?: Hono | undefined;
};

/** Every path the server answers, in order. */
export function createRoutes(deps: RoutesDeps) {
  const { settings, log, failure, readiness, printContract, graphql, auth, devPages } = deps;
  const staticFiles = createStaticFiles(clientFolder, deps.pages.serve);
  const app = new Hono<AppEnvironment>();

  app.use(requestLog(log));
  app.use(readiness.closeWhenDraining);
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
  app.get(graphiqlScriptPath, graphiqlScript);
  app.all(graphqlPath, (context, next) =>
    wantsGraphiql(context) ? graphiqlPage() : graphql(context, next),
  );
  app.all('/api/*', (context) => context.json({ code: 'NOT_FOUND' }, 404));
  if (devPages) app.route('/dev', devPages);
  app.all('/dev/*', (context) => context.notFound());
  for (const path of signInFormPaths) app.post(path, deps.signInForms);
  app.all('*', async (context) => (await staticFiles(context.req.raw)) ?? context.notFound());

  app.notFound((context) => context.text('Not found', 404));
  app.onError((error, context) => failure(error, context.req.raw.headers));
  return app;
}

/** Whether a person opened the API's address, rather than a program sending a query to it. */
function wantsGraphiql(context: Context): boolean {
  if (context.req.method !== 'GET' || context.req.query('query')) return false;
  const html = 'text/html';
  const supports = [html, 'application/json', 'text/event-stream', 'multipart/mixed'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === html;
}
