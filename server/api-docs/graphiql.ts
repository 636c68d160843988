/** Serves GraphiQL's script and style sheet as files, because the Content-Security-Policy forbids inline scripts. */
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { markShared } from '#server/http/admission/unread-responses.ts';
import { respond, type StaticFile } from '#server/http/pages/static-files.ts';
import { loadOnce } from '#server/load-once.ts';

export const graphiqlPaths = {
  script: '/api/graphql/graphiql.js',
  styles: '/api/graphql/graphiql.css',
} as const;

export type GraphiqlFiles = Record<keyof typeof graphiqlPaths, StaticFile>;

const program = join(import.meta.dirname, `graphiql-files${extname(import.meta.filename)}`);

/** Runs on the first request: the script has several megabytes and few people open it. */
async function load(): Promise<GraphiqlFiles> {
  const [built] = (await once(new Worker(program), 'message')) as [GraphiqlFiles];
  for (const { bodies } of Object.values(built)) Object.values(bodies).forEach(markShared);
  return built;
}

const files = loadOnce(load);

export async function serveGraphiql(
  request: Request,
  name: keyof typeof graphiqlPaths,
): Promise<Response> {
  return respond(request, (await files())[name]);
}
