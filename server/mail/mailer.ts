import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './layout.ts';
import type { Outbox } from './outbox.ts';
import type { RequestOrigin } from './request-origin.ts';
import type {
  AboutInvitation,
  AboutToken,
  CodePurpose,
  Recipient,
  Templates,
} from './templates.ts';

type MailerDeps = {
  outbox: Outbox;
  templates: Templates;
  settings: Pick<Settings, 'mode' | 'codeMinutes'>;
  /** Called after a mail was added to the outbox. */
  onMail(): void;
};

/** How long delivery of a mail without a code is tried. */
const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** Writes mails to the outbox. */
export function createMailer({ outbox, templates, settings, onMail }: MailerDeps) {
  async function add(
    { to }: Recipient,
    content: MailContent,
    lifetime = dayMilliseconds,
    transaction?: Pick<Database, 'mail'>,
  ): Promise<void> {
    // The demo sends no mail.
    if (settings.mode === 'demo') return;
    await outbox.add({ to, content, expiresAt: new Date(Date.now() + lifetime) }, transaction);
    onMail();
  }

  return {
    sendCode(
      recipient: Recipient,
      code: string,
      purpose: CodePurpose,
      origin: RequestOrigin,
    ): Promise<void> {
      const content = templates.code(recipient, { code, purpose, origin });
      return add(recipient, content, settings.codeMinutes * 60_000);
    },
    sendInvitation: (recipient: Recipient, inviter: string): Promise<void> =>
      add(recipient, templates.invitation(recipient, inviter)),
    /** As part of `transaction`, like the invitation. */
    sendOrganizationInvitation: (
      recipient: Recipient,
      about: AboutInvitation,
      transaction: Pick<Database, 'mail'>,
    ): Promise<void> =>
      add(
        recipient,
        templates.organizationInvitation(recipient, about),
        dayMilliseconds,
        transaction,
      ),
    sendEmailChanged: (recipient: Recipient, email: string): Promise<void> =>
      add(recipient, templates.emailChanged(recipient, email)),
    /** Left out, `transaction` is one of its own. */
    sendTokenNotice: (
      recipient: Recipient,
      about: AboutToken,
      transaction?: Pick<Database, 'mail'>,
    ): Promise<void> =>
      add(recipient, templates.token(recipient, about), dayMilliseconds, transaction),
  };
}

export type Mailer = ReturnType<typeof createMailer>;
