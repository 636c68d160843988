import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import { createMailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import type { Templates } from './templates.ts';
import { createMailTransport } from './transport.ts';
import { createMailWorker } from './worker.ts';

type MailDeps = {
  settings: Settings;
  database: Database;
  /** The client that the worker uses. */
  background: Database;
  /** The first one encrypts queued mails. */
  secrets: readonly [string, ...string[]];
  templates: Templates;
  log: Log;
};

/** Connects outbox, worker and mailer: each new mail wakes the worker. */
export function createMail({ settings, database, background, secrets, templates, log }: MailDeps) {
  const outbox = createOutbox(database, secrets);
  const transport = createMailTransport(settings);
  const worker = createMailWorker({ database: background, outbox, transport, log });
  const mailer = createMailer({ outbox, templates, settings, onMail: worker.wake });
  return { outbox, worker, mailer };
}
