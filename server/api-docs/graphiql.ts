/**
 * Serves GraphiQL to browsers that open the API's URL. Its script and style sheet are files, because the
 * Content-Security-Policy forbids inline scripts.
 */
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Hono } from 'hono';
import { graphqlPath } from '#server/graphql/requests/handler.ts';
import { markShared } from '#server/http/admission/unread-responses.ts';
import { respond, type StaticFile } from '#server/http/pages/static-files.ts';
import type { Translate } from '#server/i18n.ts';
import { loadOnce } from '#server/load-once.ts';
import type { Settings } from '#server/settings.ts';
import { graphiqlPage, graphiqlPaths } from './graphiql-page.ts';

export type GraphiqlFiles = Record<keyof typeof graphiqlPaths, StaticFile>;

const program = join(import.meta.dirname, `graphiql-files${extname(import.meta.filename)}`);

/** Runs on the first request: the script has several megabytes and few people open it. */
async function load(): Promise<GraphiqlFiles> {
  const [built] = (await once(new Worker(program), 'message')) as [GraphiqlFiles];
  for (const { bodies } of Object.values(built)) Object.values(bodies).forEach(markShared);
  return built;
}

const files = loadOnce(load);

async function serveFile(request: Request, name: keyof typeof graphiqlPaths): Promise<Response> {
  return respond(request, (await files())[name]);
}

/** Serves the page at the URL of the API, and its files. */
export function addGraphiql(app: Hono, deps: { settings: Settings; translate: Translate }): void {
  app.get(graphqlPath, (context) => {
    context.header('vary', 'accept, accept-language, cookie');
    return context.html(graphiqlPage(context.req.raw, deps));
  });
  app.get(graphiqlPaths.script, ({ req }) => serveFile(req.raw, 'script'));
  app.get(graphiqlPaths.styles, ({ req }) => serveFile(req.raw, 'styles'));
}
