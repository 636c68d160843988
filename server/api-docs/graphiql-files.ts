/**
 * Builds GraphiQL's files in a worker thread, so that the 120 MB for its sources and compression are
 * freed with the thread.
 */
import { parentPort } from 'node:worker_threads';
import {
  css,
  editorWorkerService,
  graphqlWorker as graphql,
  js,
  jsonWorker as json,
} from '@graphql-yoga/render-graphiql/graphiql';
import { toLargeFile } from '#server/http/pages/static-files.ts';
import type { GraphiqlFiles } from './graphiql.ts';

/** Enables GraphiQL's history plugin. Yoga's bundle contains it, but lists only the query builder. */
function withHistory(script: string): string {
  const [, history] = /([\w$]+)=\{title:"History",/.exec(script) ?? [];
  if (!history) return script;
  return script.replace(
    /\bplugins:\[([\w$]+)\],/,
    (_, builder) => `plugins:[${history},${builder}],`,
  );
}

const sources = JSON.stringify({ editorWorkerService, json, graphql });
const preamble = `{
  const sources = ${sources};
  const url = (source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => url(sources[label]) };
}`;

const file = (content: string, type: string) =>
  toLargeFile(Buffer.from(content), `${type}; charset=utf-8`);
const [script, styles] = await Promise.all([
  file(`${preamble}\n${withHistory(js)}`, 'text/javascript'),
  file(css, 'text/css'),
]);
parentPort?.postMessage({ script, styles } satisfies GraphiqlFiles);
