import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import type { MailContent } from './layout.ts';
import type { Outbox } from './outbox.ts';
import type { AboutEmailChange, Recipient, Templates } from './templates.ts';

/** The templates of mails that are counted: all that users can trigger, except for codes and `sendEmailChanged`. */
export type MailKind = Exclude<keyof Templates, 'code' | 'emailChanged'>;

type Transaction = Pick<Database, '$queryRaw'>;

type Cause = {
  person?: string;
  /** Without it, the mail counts even if it isn't written. */
  transaction?: Transaction;
};

/** Returns the address, or undefined if a limit is reached. */
export type CountMail = (
  kind: MailKind,
  email: string,
  cause?: Cause,
) => Promise<string | undefined>;

type MailerDeps = {
  count: CountMail;
  outbox: Outbox;
  templates: Templates;
  settings: Settings;
  onMail(): void;
};

/** A user, or what a mail needs of one. */
export type Addressee = { email: string; language?: string | null | undefined };

export const recipientOf = ({ email, language }: Addressee): Recipient => ({
  to: email,
  language: isLanguage(language) ? language : fallbackLanguage,
});

/** Name of an invitation's sender, from `senderName`. */
export type SenderName = string & { readonly isSender: unique symbol };

type AboutOf<Template> = Template extends (recipient: Recipient, about: infer About) => MailContent
  ? About
  : never;

/** What the mails are about. */
type About = { [Name in MailKind]: AboutOf<Templates[Name]> } & {
  invitation: SenderName;
  organizationInvitation: { inviter: SenderName };
};

/** Delivery of a mail without a code is retried this long. */
const dayMs = 24 * 60 * 60 * 1_000;

export function createMailer({ outbox, templates, settings, onMail, count }: MailerDeps) {
  async function add({ to }: Recipient, content: MailContent, transaction?: Transaction) {
    if (settings.demo) return;
    await outbox.add({ to, content, lifetimeMs: dayMs }, transaction);
    onMail();
  }

  return {
    /** Counts a mail to a user and sends it, unless a limit is reached. Returns whether it is sent. */
    async send<Name extends MailKind>(
      name: Name,
      user: Addressee,
      about: About[Name],
      cause: Cause = {},
    ): Promise<boolean> {
      if (!(await count(name, user.email, cause))) return false;
      const render = templates[name] as (recipient: Recipient, about: About[Name]) => MailContent;
      const recipient = recipientOf(user);
      await add(recipient, render(recipient, about), cause.transaction);
      return true;
    },

    /**
     * Isn't counted, so that nothing can silence it: an account leaves an address that its owner confirmed, and only a few
     * times a day. A user's own change writes it in the same transaction.
     */
    sendEmailChanged(before: Addressee, about: AboutEmailChange, transaction?: Transaction) {
      const recipient = recipientOf(before);
      return add(recipient, templates.emailChanged(recipient, about), transaction);
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;
