import type { Database } from '#server/database/client.ts';
import type { Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Templates } from '#server/mail/templates.ts';
import type { FindPlace } from '#server/network/places.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import type { Hmac, Secrets } from './hmac.ts';
import type { Limits } from './limits/limit.ts';

/** What sign-in needs of the rest of the server. */
export type Services = {
  database: Database;
  settings: Settings;
  secrets: Secrets;
  hmac: Hmac;
  log: Log;
  translate: Translate;
  templates: Templates;
  mailer: Mailer;
  outbox: Outbox;
  onMail(): void;
  limits: Limits;
  findPlace: FindPlace;
  outbound: Outbound;
};
