/**
 * GraphiQL, served by the product: the page, and its program as a file of its own, since our
 * Content-Security-Policy runs no script that stands in a page.
 */
import { gzipSync } from 'node:zlib';

export const graphiqlScriptPath = '/api/graphql/graphiql.js';

type Parts = { page: string; script: Uint8Array<ArrayBuffer> };
let parts: Promise<Parts> | undefined;

const welcome = `# Atrium's API. Press Ctrl-Space for suggestions; the book on the left documents every field.
query Repositories {
  viewer { user { name email } }
  repositories(first: 5) {
    totalCount
    nodes { id name link updatedAt }
  }
}
`;

/** Renders once; the program has some megabytes and is wanted by few. */
async function render(): Promise<Parts> {
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

/** The page. */
export async function graphiqlPage(): Promise<Response> {
  parts ??= render();
  const { page } = await parts;
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

/** The program. */
export async function graphiqlScript(): Promise<Response> {
  parts ??= render();
  const { script } = await parts;
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=3600',
    },
  });
}
