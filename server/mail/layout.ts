import { type Language, languages } from '#shared/languages.ts';

/**
 * Mail styles: the roles of client/styles/tokens.css as hex colors, which all mail clients support. Many drop
 * style sheets, so the light theme is inline and the style sheet only contains the dark one.
 */

const fonts = "Inter,'Noto Sans Arabic',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.page{background:#151116!important}
.card{background:#1f1a1f!important;border-color:#332c34!important}
.text{color:#efebef!important}
.small{color:#aea6ae!important}
.code{background:#3b223a!important;color:#eab2e7!important}
.button{background:#954a94!important}
.arch{background:#b46bb0!important}
}
@media(max-width:400px){.card{padding:24px 20px!important}}`;

function mailStyles(fontScale: number) {
  const font = (size: number, line: number, weight = 400) =>
    `font:${weight} ${size * fontScale}px/${line * fontScale}px ${fonts}`;
  return {
    page: 'margin:0;padding:0;background:#fbf9fb',
    name: `${font(16, 24, 600)};color:#231b23;text-decoration:none`,
    card: 'padding:32px;border:1px solid #e2dee3;border-radius:12px;background:#ffffff',
    heading: `margin:0 0 16px;${font(20, 28, 600)};color:#231b23`,
    text: `margin:0 0 16px;${font(16, 24)};color:#231b23;overflow-wrap:anywhere`,
    small: `margin:16px 0 0;${font(14, 20)};color:#625963;overflow-wrap:anywhere`,
    code: "padding:20px 12px 20px 20px;border-radius:8px;background:#f7e7f6;color:#792878;font:600 32px/40px ui-monospace,'SF Mono',Menlo,Consolas,monospace;letter-spacing:8px;user-select:all",
    button: 'border-radius:8px;background:#812f80',
    buttonLink: `display:inline-block;padding:12px 20px;${font(16, 20, 600)};color:#ffffff;text-align:center;text-decoration:none`,
    footer: `padding:20px 0 0;${font(12, 18)};color:#625963;overflow-wrap:anywhere`,
  };
}

/** A rendered mail. `code` is for the dev inbox and tests. */
export type MailContent = {
  subject: string;
  text: string;
  html: string;
  code?: string | undefined;
};

export type MailTemplate = {
  language: Language;
  appName: string;
  baseUrl: string;
  subject: string;
  /** Paragraphs before the code or link. */
  opening: string[];
  code?: string;
  link?: { label: string; path: string };
  /** Paragraphs after it, in small print. */
  closing: string[];
  reason: string;
};

/** Isolates the direction of a value from its sentence (Unicode UAX #9), until it is rendered. */
export function isolated(text: string): string {
  return `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069`;
}

/**
 * Isolates a name that another person may have chosen. A zero-width character (U+200C) in URLs keeps mail clients from
 * turning them into links.
 */
export function foreignName(name: string): string {
  return isolated(name.replace(/(?<=\S)[.:/@](?=\S)/gu, '$&\u200c'));
}

/** Removes direction characters, which some mail clients show as boxes. The text reads the same without them. */
function plain(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function richText(text: string): string {
  // Mail clients keep a span with `dir`, but not `bdi`. Both isolate (HTML, 15.3.6).
  return escapeHtml(text).replaceAll('\u2068', '<span dir="auto">').replaceAll('\u2069', '</span>');
}

/** Keeps the text after the preheader out of the inbox preview. */
const previewFiller = '&#847;&zwnj;&nbsp;'.repeat(60);

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

/** The logo built from boxes, because mail clients block images and drop SVG. */
const mark = (
  side: string,
) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="arch" width="26" height="27" align="center" valign="bottom" style="width:26px;height:27px;border-radius:13px 13px 0 0;background:#7b2d74;line-height:0;font-size:0"><div class="light" style="width:12px;height:20px;border-radius:6px 6px 0 0;background:#ffd98a"></div></td>
<td style="padding-${side}:12px">`;

export function renderMail(template: MailTemplate): MailContent {
  const { subject, code } = template;
  return { subject: plain(subject), text: renderText(template), html: renderHtml(template), code };
}

function renderText({ opening, code, link, closing, ...template }: MailTemplate): string {
  const { appName, baseUrl, reason } = template;
  return [
    ...opening,
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${baseUrl}${link.path}`] : []),
    ...closing,
    // Signature delimiter (RFC 3676).
    `-- \n${appName}\n${baseUrl}\n\n${reason}`,
  ]
    .map(plain)
    .join('\n\n');
}

function renderHtml({ language, opening, code, link, closing, ...template }: MailTemplate): string {
  const { subject, appName, baseUrl, reason } = template;
  const { direction, fontScale } = languages[language];
  const start = direction === 'rtl' ? 'right' : 'left';
  const css = mailStyles(fontScale);
  const preheader = [...(code ? [code, ...closing] : opening)].slice(0, 2).join(' · ');
  const paragraphs = (texts: string[], name: 'text' | 'small') =>
    texts.map((each) => `<p class="${name}" style="${css[name]}">${richText(each)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(plain(subject))}</title>
<style>${styleSheet}</style>
</head>
<body class="page" style="${css.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${richText(preheader)}${previewFiller}</div>
<table ${table} class="page" style="${css.page}"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="480"><tr><td><![endif]-->
<table ${table} dir="${direction}" style="max-width:480px;text-align:${start}">
<tr><td style="padding:0 0 20px">${mark(start)}<a class="text" href="${escapeHtml(baseUrl)}" style="${css.name}">${escapeHtml(appName)}</a></td></tr></table></td></tr>
<tr><td class="card" style="${css.card}">
<h1 class="text" style="${css.heading}">${richText(subject)}</h1>
${paragraphs(opening, 'text')}
${code ? `<table ${table}><tr><td class="code" align="center" dir="ltr" style="${css.code}">${escapeHtml(code)}</td></tr></table>` : ''}
${link ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" style="${css.button}"><a href="${escapeHtml(baseUrl + link.path)}" style="${css.buttonLink}">${escapeHtml(link.label)}</a></td></tr></table>` : ''}
${paragraphs(closing, 'small')}
</td></tr>
<tr><td class="small" style="${css.footer}">${richText(reason)}<br><a class="small" href="${escapeHtml(baseUrl)}" style="color:#625963" dir="ltr">${escapeHtml(new URL(baseUrl).host)}</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;
}
