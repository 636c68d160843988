/** The mails that the product writes, in the recipient's language. */
import type { Translate } from '#server/i18n.ts';
import type { Language } from '#shared/languages.ts';
import { type MailContent, renderMail } from './layout.ts';

type Recipient = { language: Language; appName: string };

/** Keeps a name or an address in a direction of its own, whatever the sentence's is (Unicode UAX #9). */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** What a code lets its owner do. */
export type CodePurpose = 'signIn' | 'changeEmail';

/** Carries a code, which expires in `minutes` minutes. */
export function codeMail(
  translate: Translate,
  { language, appName }: Recipient,
  { code, minutes, purpose }: { code: string; minutes: number; purpose: CodePurpose },
): MailContent {
  const t = translate(language);
  return renderMail({
    language,
    subject: t('mail:code.subject'),
    opening: [t(`mail:code.${purpose}`, { appName })],
    code,
    closing: [t('mail:code.expires', { count: minutes }), t('mail:code.ignore')],
  });
}

/** Tells somebody that a manager made an account for them. */
export function invitationMail(
  translate: Translate,
  { language, appName }: Recipient,
  { inviter, url }: { inviter: string; url: string },
): MailContent {
  const t = translate(language);
  return renderMail({
    language,
    subject: t('mail:invitation.subject', { appName }),
    opening: [t('mail:invitation.opening', { inviter: isolated(inviter), appName })],
    link: { label: t('mail:invitation.link', { appName }), url },
    closing: [t('mail:invitation.closing')],
  });
}

/** Tells the former address that the account has another one now. */
export function emailChangedMail(
  translate: Translate,
  { language, appName }: Recipient,
  { email }: { email: string },
): MailContent {
  const t = translate(language);
  return renderMail({
    language,
    subject: t('mail:emailChanged.subject', { appName }),
    opening: [t('mail:emailChanged.opening', { appName, email: isolated(email) })],
    closing: [t('mail:emailChanged.closing')],
  });
}
