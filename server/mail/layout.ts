import { type Language, languages } from '#shared/languages.ts';

/** A rendered mail. The dev inbox and tests read `code` from here. */
export type MailContent = {
  subject: string;
  text: string;
  html: string;
  code?: string | undefined;
};

export type MailTemplate = {
  language: Language;
  subject: string;
  /** Paragraphs before the code or link. */
  opening: string[];
  code?: string;
  link?: { label: string; url: string };
  /** Paragraphs after it. */
  closing: string[];
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function paragraph(text: string, style = ''): string {
  return `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
}

/** Renders a template as text and HTML, in the language's direction. */
export function renderMail({
  language,
  subject,
  opening,
  code,
  link,
  closing,
}: MailTemplate): MailContent {
  const { direction } = languages[language];
  const side = direction === 'rtl' ? 'right' : 'left';
  const html = [
    ...opening.map((text) => paragraph(text)),
    ...(code
      ? [
          `<p dir="ltr" style="margin:0 0 16px;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:.2em;text-align:${side}">${escapeHtml(code)}</p>`,
        ]
      : []),
    ...(link
      ? [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 16px;border-radius:8px;background:#7b2d78;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
        ]
      : []),
    ...closing.map((text) => paragraph(text, 'opacity:.7;font-size:14px')),
  ];
  return {
    subject,
    text: [...opening, ...(code ? [code] : []), ...(link ? [link.url] : []), ...closing].join(
      '\n\n',
    ),
    html: `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:28rem;margin:0 auto">
${html.join('\n')}
</div>
</body>
</html>`,
    code,
  };
}
