import { html } from 'hono/html';
import type { Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import { type Language, languages } from '#shared/languages.ts';
import { codeMail, emailChangedMail, invitationMail, tokenMail } from './templates.ts';

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 90rem; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
  .languages { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); }
  article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; overflow: hidden; }
  header { background: color-mix(in srgb, currentColor 6%, transparent); padding: .5rem 1rem; font-size: .875rem; }
  iframe { border: 0; inline-size: 100%; block-size: 18rem; }
  summary { padding: .5rem 1rem; font-size: .875rem; }
  pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .875rem; }
`;

export type MailPreviewDeps = { translate: Translate; settings: Settings };

/** Every template with example values, by title. */
function examples({ translate, settings }: MailPreviewDeps, language: Language) {
  const recipient = { language, appName: settings.appName };
  const code = { code: '402917', minutes: settings.codeMinutes };
  const url = `${settings.baseUrl}/login`;
  const token = { name: 'CI', account: 'Ada Lovelace' };
  return {
    'Sign in': codeMail(translate, recipient, { ...code, purpose: 'signIn' }),
    'Change email': codeMail(translate, recipient, { ...code, purpose: 'changeEmail' }),
    'Email changed': emailChangedMail(translate, recipient, {
      email: 'ada@example.org',
    }),
    Invitation: invitationMail(translate, recipient, { inviter: 'Ada Lovelace', url }),
    'Access token created': tokenMail(translate, recipient, {
      ...token,
      notice: { kind: 'created' },
    }),
    'Access token used from a new network': tokenMail(translate, recipient, {
      ...token,
      notice: { kind: 'newNetwork', network: '203.0.113.0/24' },
    }),
    'Access token expires': tokenMail(translate, recipient, {
      ...token,
      notice: { kind: 'expiring', expiresAt: new Date('2027-03-01') },
    }),
  };
}

/** Every mail in every language, each in a sandboxed frame as in a mail client. */
export function mailPreviewPage(deps: MailPreviewDeps) {
  const all = Object.keys(languages) as Language[];
  const names = Object.keys(examples(deps, 'en')) as (keyof ReturnType<typeof examples>)[];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Email preview</title>
<link rel="icon" href="/favicon.svg">
<style>${styles}</style>
<script type="module" src="/dev/pages.js"></script>
</head>
<body>
<h1>Email preview</h1>
<p>Rendered by server/mail/templates.ts with the texts of shared/locales/*/mail.json. <a href="/dev/inbox">Dev inbox</a></p>
${names.map(
  (name) => html`<h2>${name}</h2>
<div class="languages">${all.map((language) => {
    const { direction } = languages[language];
    const { subject, text, html: body } = examples(deps, language)[name];
    return html`<article lang="${language}" dir="${direction}">
<header><bdi>${subject}</bdi></header>
<iframe sandbox title="${subject}" srcdoc="${body}"></iframe>
<details><summary>text/plain</summary><pre>${text}</pre></details>
</article>`;
  })}</div>`,
)}
</body>
</html>`;
}
