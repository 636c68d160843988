import type { Translate } from '#server/i18n.ts';
import type { Language } from '#shared/languages.ts';
import { type MailContent, renderMail } from './layout.ts';

type Recipient = { language: Language; appName: string };

/** Isolates a value's text direction from the sentence's (Unicode UAX #9). */
const isolated = (text: string) => `\u2068${text}\u2069`;

export type CodePurpose = 'signIn' | 'changeEmail';

/** Verification code, valid for `minutes` minutes. */
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

/** Invitation: a manager created an account for the recipient. */
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

/** Notice to the former address that the account's email has changed. */
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

/** What a mail about an access token says. */
export type TokenNotice =
  | { kind: 'created' }
  | { kind: 'newNetwork'; network: string }
  | { kind: 'expiring'; expiresAt: Date };

/** Notice about the access token `name` of the user `account`. */
export function tokenMail(
  translate: Translate,
  { language, appName }: Recipient,
  { name, account, notice }: { name: string; account: string; notice: TokenNotice },
): MailContent {
  const t = translate(language);
  const date = (day: Date) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  return renderMail({
    language,
    subject: t(`mail:accessToken.${notice.kind}.subject`, { appName }),
    opening: [
      t(`mail:accessToken.${notice.kind}.opening`, {
        appName,
        name: isolated(name),
        account: isolated(account),
        ...('network' in notice && { network: isolated(notice.network) }),
        ...('expiresAt' in notice && { date: isolated(date(notice.expiresAt)) }),
      }),
    ],
    closing: [t(`mail:accessToken.${notice.kind}.closing`)],
  });
}
