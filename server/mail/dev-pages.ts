import { Hono } from 'hono';
import { devScript, inboxPage } from './inbox-page.ts';
import type { Outbox } from './outbox.ts';
import { mailPreviewPage } from './preview-page.ts';
import type { Templates } from './templates.ts';

type DevPagesDeps = { outbox: Outbox; templates: Templates };

/** /dev: the inbox of caught mails, also as JSON, and a preview of every mail. Local mode only. */
export function createDevPages({ outbox, templates }: DevPagesDeps) {
  const pages = new Hono();
  pages.get('/inbox', async (context) => context.html(inboxPage(await outbox.caught())));
  pages.get('/inbox.json', async (context) =>
    context.json(await outbox.caught(context.req.query('to'))),
  );
  pages.get('/pages.js', (context) =>
    context.body(devScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  pages.get('/mails', (context) => context.html(mailPreviewPage(templates)));
  return pages;
}
