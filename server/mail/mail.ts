import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import { type CountMail, createMailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import type { Templates } from './templates.ts';
import { createMailTransport } from './transport.ts';
import { createMailWorker } from './worker.ts';

type MailDeps = {
  settings: Settings;
  database: Database;
  background: Database;
  secrets: readonly [string, ...string[]];
  count: CountMail;
  templates: Templates;
  log: Log;
};

export function createMail(deps: MailDeps) {
  const { settings, database, background, secrets, log } = deps;
  const outbox = createOutbox(database, secrets);
  const transport = createMailTransport(settings);
  const worker = createMailWorker({ database: background, outbox, transport, log });
  const mailer = createMailer({ ...deps, outbox, onMail: worker.wake });
  return { outbox, worker, mailer };
}
