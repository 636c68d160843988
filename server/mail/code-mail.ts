/** The mail that carries a verification code, in the recipient's language and direction. */
import type { Translate } from '#server/i18n.ts';
import { type Language, languages } from '#shared/languages.ts';

/** A mail as it is sent. `code` lets the dev inbox and tests find it without reading the text. */
export type MailContent = { subject: string; text: string; html: string; code: string };

type CodeMail = { appName: string; code: string; minutes: number; language: Language };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Renders the mail for `code`, which expires in `minutes` minutes. */
export function codeMail(translate: Translate, mail: CodeMail): MailContent {
  const t = translate(mail.language);
  const { direction } = languages[mail.language];
  const subject = t('mail:code.subject');
  const greeting = t('mail:code.greeting', { appName: mail.appName });
  const expires = t('mail:code.expires', { count: mail.minutes });
  const ignore = t('mail:code.ignore');
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  return {
    subject,
    text: [greeting, mail.code, expires, ignore].join('\n\n'),
    html: `<!doctype html>
<html lang="${mail.language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:28rem;margin:0 auto">
${paragraph(greeting)}
<p dir="ltr" style="margin:0 0 16px;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:.2em;text-align:${direction === 'rtl' ? 'right' : 'left'}">${escapeHtml(mail.code)}</p>
${paragraph(expires)}
${paragraph(ignore, 'opacity:.7;font-size:14px')}
</div>
</body>
</html>`,
    code: mail.code,
  };
}
