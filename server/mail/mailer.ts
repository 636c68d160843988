/** Puts the product's letters into the outbox, in the language of whoever gets them. */
import type { Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import type { MailContent } from './layout.ts';
import type { Outbox } from './outbox.ts';
import { type CodePurpose, codeMail, emailChangedMail, invitationMail } from './templates.ts';

type MailerDeps = {
  outbox: Outbox;
  translate: Translate;
  settings: Settings;
  /** Called when a letter waits in the outbox. */
  onMail(): void;
};

type Recipient = { to: string; language: Language };

/** How long a letter without a code is worth sending. */
const dayMilliseconds = 24 * 60 * 60 * 1_000;

export function createMailer({ outbox, translate, settings, onMail }: MailerDeps) {
  async function put(to: string, content: MailContent, lifetime: number): Promise<void> {
    // No mail leaves the demo.
    if (settings.mode === 'demo') return;
    await outbox.add({ to, content, expiresAt: new Date(Date.now() + lifetime) });
    onMail();
  }
  const { appName, codeMinutes, baseUrl } = settings;

  return {
    sendCode({ to, language }: Recipient, code: string, purpose: CodePurpose): Promise<void> {
      const letter = codeMail(
        translate,
        { language, appName },
        { code, minutes: codeMinutes, purpose },
      );
      return put(to, letter, codeMinutes * 60_000);
    },
    sendInvitation({ to, language }: Recipient, inviter: string): Promise<void> {
      const letter = invitationMail(
        translate,
        { language, appName },
        { inviter, url: `${baseUrl}/login` },
      );
      return put(to, letter, dayMilliseconds);
    },
    sendEmailChanged({ to, language }: Recipient, email: string): Promise<void> {
      const letter = emailChangedMail(translate, { language, appName }, { email });
      return put(to, letter, dayMilliseconds);
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;
