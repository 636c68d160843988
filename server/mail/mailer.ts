/** Puts the product's letters into the outbox, in the language of whoever gets them. */
import type { Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import type { MailContent } from './layout.ts';
import type { Outbox } from './outbox.ts';
import { type CodePurpose, codeLetter, emailChangedLetter, invitationLetter } from './templates.ts';

type PostDeps = {
  outbox: Outbox;
  translate: Translate;
  settings: Settings;
  /** Called when a letter waits in the outbox. */
  onMail(): void;
};

type Recipient = { to: string; language: Language };

/** How long a letter without a code is worth sending. */
const dayMilliseconds = 24 * 60 * 60 * 1_000;

export function createPost({ outbox, translate, settings, onMail }: PostDeps) {
  async function put(to: string, content: MailContent, lifetime: number): Promise<void> {
    // No mail leaves the demo.
    if (settings.mode === 'demo') return;
    await outbox.add({ to, content, expiresAt: new Date(Date.now() + lifetime) });
    onMail();
  }
  const { appName, codeMinutes, baseUrl } = settings;

  return {
    sendCode({ to, language }: Recipient, code: string, purpose: CodePurpose): Promise<void> {
      const letter = codeLetter(
        translate,
        { language, appName },
        { code, minutes: codeMinutes, purpose },
      );
      return put(to, letter, codeMinutes * 60_000);
    },
    sendInvitation({ to, language }: Recipient, inviter: string): Promise<void> {
      const letter = invitationLetter(
        translate,
        { language, appName },
        { inviter, url: `${baseUrl}/login` },
      );
      return put(to, letter, dayMilliseconds);
    },
    sendEmailChanged({ to, language }: Recipient, email: string): Promise<void> {
      const letter = emailChangedLetter(translate, { language, appName }, { email });
      return put(to, letter, dayMilliseconds);
    },
  };
}

export type Post = ReturnType<typeof createPost>;
