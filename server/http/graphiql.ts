/**
 * GraphiQL as a page and a script of its own: the Content-Security-Policy forbids inline scripts, which
 * is how the package renders it.
 */
import { gzipSync } from 'node:zlib';

export const graphiqlScriptPath = '/api/graphql/graphiql.js';

type Graphiql = { page: string; script: Uint8Array<ArrayBuffer> };
let graphiql: Promise<Graphiql> | undefined;

const welcome = `# Atrium's API. Press Ctrl-Space for suggestions. The book icon opens the documentation.
query Repositories {
  viewer { user { name email } }
  repositories(first: 5) {
    totalCount
    nodes { id name link updatedAt }
  }
}
`;

/** Runs at the first request: the script has several megabytes and few people open it. */
async function render(): Promise<Graphiql> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'API documentation',
    endpoint: '/api/graphql',
    defaultQuery: welcome,
    favicon: '/favicon.svg',
    credentials: 'same-origin',
  });
  const begin = html.indexOf('<script>');
  const end = html.lastIndexOf('</script>');
  const script = html.slice(begin + '<script>'.length, end);
  return {
    page: `${html.slice(0, begin)}<script src="${graphiqlScriptPath}">${html.slice(end)}`,
    script: new Uint8Array(gzipSync(script)),
  };
}

export async function graphiqlPage(): Promise<Response> {
  graphiql ??= render();
  const { page } = await graphiql;
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

export async function graphiqlScript(): Promise<Response> {
  graphiql ??= render();
  const { script } = await graphiql;
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=3600',
    },
  });
}
