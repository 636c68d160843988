import type { Database } from '#server/database/client.ts';
import type { Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import type { MailContent } from './layout.ts';
import type { Outbox } from './outbox.ts';
import {
  type CodePurpose,
  codeMail,
  emailChangedMail,
  invitationMail,
  type TokenNotice,
  tokenMail,
} from './templates.ts';

type MailerDeps = {
  outbox: Outbox;
  translate: Translate;
  settings: Settings;
  /** Called after a mail was added to the outbox. */
  onMail(): void;
};

type Recipient = { to: string; language: Language };

/** How long delivery of a mail without a code is tried. */
const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** Writes mails to the outbox, in the recipient's language. */
export function createMailer({ outbox, translate, settings, onMail }: MailerDeps) {
  async function add(
    to: string,
    content: MailContent,
    lifetime: number,
    transaction?: Pick<Database, 'mail'>,
  ): Promise<void> {
    // The demo sends no mail.
    if (settings.mode === 'demo') return;
    await outbox.add({ to, content, expiresAt: new Date(Date.now() + lifetime) }, transaction);
    onMail();
  }
  const { appName, codeMinutes, baseUrl } = settings;

  return {
    sendCode({ to, language }: Recipient, code: string, purpose: CodePurpose): Promise<void> {
      const content = codeMail(
        translate,
        { language, appName },
        { code, minutes: codeMinutes, purpose },
      );
      return add(to, content, codeMinutes * 60_000);
    },
    sendInvitation({ to, language }: Recipient, inviter: string): Promise<void> {
      const content = invitationMail(
        translate,
        { language, appName },
        { inviter, url: `${baseUrl}/login` },
      );
      return add(to, content, dayMilliseconds);
    },
    sendEmailChanged({ to, language }: Recipient, email: string): Promise<void> {
      const content = emailChangedMail(translate, { language, appName }, { email });
      return add(to, content, dayMilliseconds);
    },
    /** Left out, `transaction` is one of its own. */
    sendTokenNotice(
      { to, language }: Recipient,
      about: { name: string; account: string; notice: TokenNotice },
      transaction?: Pick<Database, 'mail'>,
    ): Promise<void> {
      const content = tokenMail(translate, { language, appName }, about);
      return add(to, content, dayMilliseconds, transaction);
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;
