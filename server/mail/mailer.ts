import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import type { MailContent } from './layout.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type {
  AboutEmailChange,
  AboutOrganizationInvitation,
  Recipient,
  Templates,
} from './templates.ts';
import { createMailTransport } from './transport.ts';
import { createMailWorker } from './worker.ts';

/** An address whose mail was counted. Only `count` creates one. */
export type CountedAddress = string & { readonly counted: unique symbol };

/** Mails that users can trigger, except for codes and `sendEmailChanged`. */
export type MailKind =
  | 'organizationInvitation'
  | 'userInvitation'
  | 'newDevice'
  | 'passkey'
  | 'recoveryCodes'
  | 'providerLinked'
  | 'accessToken';

type Transaction = Pick<Database, '$queryRaw'>;

type Cause = {
  person?: string;
  /** Without it, the mail counts even if it isn't written. */
  transaction?: Transaction;
};

export type CountMail = (
  kind: MailKind,
  email: string,
  cause?: Cause,
) => Promise<CountedAddress | undefined>;

type MailerDeps = {
  count: CountMail;
  outbox: Outbox;
  templates: Templates;
  settings: Settings;
  onMail(): void;
};

type CountedRecipient = Recipient & { to: CountedAddress };

/** A user, or what a mail needs of one. */
export type Addressee = { email: string; language?: string | null | undefined };

const recipientOf = ({ email, language }: Addressee): Recipient => ({
  to: email,
  language: isLanguage(language) ? language : fallbackLanguage,
});

/** Name of an invitation's sender, from `senderName`. */
export type SenderName = string & { readonly isSender: unique symbol };

/** Delivery of a mail without a code is retried this long. */
const dayMs = 24 * 60 * 60 * 1_000;

export function createMailer({ outbox, templates, settings, onMail, count }: MailerDeps) {
  async function add({ to }: Recipient, content: MailContent, transaction?: Transaction) {
    if (settings.demo) return;
    await outbox.add({ to, content, lifetimeMs: dayMs }, transaction);
    onMail();
  }

  /** Sends a mail that was counted, as part of `transaction` if there is one. */
  const sending =
    <About>(render: (recipient: Recipient, about: About) => MailContent) =>
    (recipient: CountedRecipient, about: About, transaction?: Transaction): Promise<void> =>
      add(recipient, render(recipient, about), transaction);

  return {
    count,

    /** Counts a mail to a user. Returns their address and language, or undefined if a limit is reached. */
    async countFor(
      kind: MailKind,
      user: Addressee,
      cause?: Cause,
    ): Promise<CountedRecipient | undefined> {
      const to = await count(kind, user.email, cause);
      return to && { ...recipientOf(user), to };
    },

    /**
     * Isn't counted, so that nothing can silence it: an account leaves an address that its owner confirmed, and only a few
     * times a day. A user's own change writes it in the same transaction.
     */
    sendEmailChanged(
      before: Addressee,
      about: AboutEmailChange,
      transaction?: Transaction,
    ): Promise<void> {
      const recipient = recipientOf(before);
      return add(recipient, templates.emailChanged(recipient, about), transaction);
    },

    sendInvitation: sending<SenderName>(templates.invitation),
    sendOrganizationInvitation: sending<AboutOrganizationInvitation & { inviter: SenderName }>(
      templates.organizationInvitation,
    ),
    sendProviderLinked: sending(templates.providerLinked),
    sendPasskeyNotice: sending(templates.passkey),
    sendPasskeysReset: (recipient: CountedRecipient) =>
      add(recipient, templates.passkeysReset(recipient)),
    sendNewDevice: sending(templates.newDevice),
    sendRecoveryCodesNotice: sending(templates.recoveryCodes),
    sendAccessTokenNotice: sending(templates.accessToken),
  };
}

export type Mailer = ReturnType<typeof createMailer>;

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
