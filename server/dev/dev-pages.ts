import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { createStaticFiles, respond, toStaticFile } from '#server/http/pages/static-files.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Templates } from '#server/mail/templates.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { activityPage } from './activity-page.ts';
import { mailsPage } from './mails-page.ts';
import { createRecentRequests } from './recent-requests.ts';

type DevPagesDeps = { outbox: Outbox; templates: Templates; settings: Settings };

function createGallery() {
  const page = fromRoot('dist', 'gallery', 'index.html');
  return createStaticFiles(fromRoot('dist', 'gallery'), async (request) =>
    existsSync(page)
      ? respond(request, toStaticFile(readFileSync(page), 'text/html; charset=utf-8'))
      : undefined,
  );
}

/** Pages under /dev: inbox, recent requests, email previews, component gallery and tokens of the look. Local mode only. */
export function createDevPages(deps: DevPagesDeps) {
  const { outbox } = deps;
  const pages = new Hono();
  const requests = createRecentRequests();
  const script = readFileSync(fromRoot('server', 'dev', 'page.js'), 'utf8');
  for (const path of ['/', '/inbox'])
    pages.get(path, async (context) =>
      context.html(activityPage(await outbox.caught(), requests.list())),
    );
  pages.get('/inbox.json', async (context) =>
    context.json(await outbox.caught(context.req.query('to'))),
  );
  pages.get('/pages.js', (context) =>
    context.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  pages.get('/mails', (context) => context.html(mailsPage(deps)));
  const gallery = createGallery();
  pages.on('GET', ['/components', '/look', '/assets/*'], async (context) => {
    const url = new URL(context.req.path.slice('/dev'.length), context.req.url);
    return (await gallery(new Request(url, context.req.raw))) ?? context.notFound();
  });
  return pages;
}
