/** The script and the style sheet of GraphiQL, as files of their own: the Content-Security-Policy forbids inline scripts. */
import { respond, type StaticFile, toStaticFile } from './static-files.ts';

export const graphiqlPaths = {
  script: '/api/graphql/graphiql.js',
  styles: '/api/graphql/graphiql.css',
} as const;

type Files = Record<keyof typeof graphiqlPaths, StaticFile>;
let files: Promise<Files> | undefined;

/** Adds GraphiQL's history to the panels: Yoga's bundle holds it, and lists its query builder only. */
function withHistory(js: string): string {
  const [, history] = /([\w$]+)=\{title:"History",/.exec(js) ?? [];
  if (!history) return js;
  return js.replace(/\bplugins:\[([\w$]+)\],/, (_, builder) => `plugins:[${history},${builder}],`);
}

/** Runs at the first request: the script has several megabytes and few people open it. */
async function load(): Promise<Files> {
  const { css, js, ...workers } = await import('@graphql-yoga/render-graphiql/graphiql');
  const { editorWorkerService, jsonWorker: json, graphqlWorker: graphql } = workers;
  const sources = JSON.stringify({ editorWorkerService, json, graphql });
  const preamble = `{
    const sources = ${sources};
    const url = (source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => url(sources[label]) };
  }`;
  const file = (content: string, type: string) =>
    toStaticFile(Buffer.from(content), `${type}; charset=utf-8`);
  return {
    script: file(`${preamble}\n${withHistory(js)}`, 'text/javascript'),
    styles: file(css, 'text/css'),
  };
}

/** Answers with the script or the style sheet of GraphiQL. */
export async function serveGraphiql(
  request: Request,
  name: keyof typeof graphiqlPaths,
): Promise<Response> {
  files ??= load();
  return respond(request, (await files)[name]);
}
