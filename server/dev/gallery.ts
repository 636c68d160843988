import { existsSync, readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { createStaticFiles, respond, toStaticFile } from '#server/http/pages/static-files.ts';
import { fromRoot } from '#server/root.ts';

/** Serves the built gallery of components at /dev/components. */
export function serveGallery(pages: Hono): void {
  const page = fromRoot('dist', 'gallery', 'index.html');
  const files = createStaticFiles(fromRoot('dist', 'gallery'), async (request) =>
    existsSync(page)
      ? respond(request, toStaticFile(readFileSync(page), 'text/html; charset=utf-8'))
      : undefined,
  );
  pages.on('GET', ['/components', '/assets/*'], async (context) => {
    const url = new URL(context.req.path.slice('/dev'.length), context.req.url);
    return (await files(new Request(url, context.req.raw))) ?? context.notFound();
  });
}
