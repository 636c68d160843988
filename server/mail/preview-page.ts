import { html } from 'hono/html';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import type { Templates } from './templates.ts';

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 90rem; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
  fieldset { display: inline-flex; gap: 1rem; margin: 0 1rem .5rem 0; padding: 0; border: 0; font-size: .875rem; }
  legend { float: inline-start; font-weight: 600; margin-inline-end: .25rem; }
  label { display: inline-flex; align-items: center; gap: .375rem; min-height: 2.75rem; }
  .languages { display: flex; flex-wrap: wrap; gap: 1rem; }
  article { inline-size: 600px; max-inline-size: 100%; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; overflow: hidden; }
  header { background: color-mix(in srgb, currentColor 6%, transparent); padding: .5rem 1rem; font-size: .875rem; }
  iframe { border: 0; inline-size: 100%; block-size: 36rem; color-scheme: light; }
  summary { padding: .5rem 1rem; font-size: .875rem; }
  pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .875rem; }
  :root:has(#dark:checked) iframe { color-scheme: dark; }
  :root:has(#phone:checked) article { inline-size: 390px; border-width: .5rem; border-radius: 2rem; }
  :root:has(#small:checked) article { inline-size: 320px; }
  ${languageCodes.map((code) => `:root:has(#only-${code}:checked) article:not([lang=${code}])`).join(', ')} { display: none; }
`;

/** Every mail with example values, by title. */
function examples(templates: Templates, language: Language) {
  const recipient = { to: 'ada@example.org', language };
  const origin = {
    at: new Date('2026-11-21T19:09:00Z'),
    device: { browser: 'Chrome', operatingSystem: 'Linux' },
  };
  const token = { name: 'CI', account: 'Ada Lovelace', path: '/app/account/access-tokens' };
  const code = '402917';
  return {
    'Sign in': templates.code(recipient, { code, purpose: 'signIn', origin }),
    'Change email': templates.code(recipient, { code, purpose: 'changeEmail', origin }),
    'Email changed': templates.emailChanged(recipient, 'countess@example.org'),
    Invitation: templates.invitation(recipient, 'Grace Hopper'),
    'Access token created': templates.token(recipient, { ...token, notice: { kind: 'created' } }),
    'Access token used from a new network': templates.token(recipient, {
      ...token,
      notice: { kind: 'newNetwork', network: '203.0.113.0/24' },
    }),
    'Access token expires': templates.token(recipient, {
      ...token,
      notice: { kind: 'expiring', expiresAt: new Date('2027-03-01') },
    }),
  };
}

type Choice = { id: string; label: string };

const choices: Record<string, Choice[]> = {
  Theme: [
    { id: 'light', label: 'Light' },
    { id: 'dark', label: 'Dark' },
  ],
  Width: [
    { id: 'wide', label: '600 px' },
    { id: 'phone', label: 'Phone, 390 px' },
    { id: 'small', label: '320 px' },
  ],
  Language: [
    { id: 'only-any', label: 'All' },
    ...languageCodes.map((code) => ({ id: `only-${code}`, label: languages[code].name })),
  ],
};

/** Every mail in every language, each in a sandboxed frame as in a mail client. */
export function mailPreviewPage(templates: Templates) {
  const names = Object.keys(examples(templates, 'en')) as (keyof ReturnType<typeof examples>)[];
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
<form>${Object.entries(choices).map(
    ([name, options]) =>
      html`<fieldset><legend>${name}</legend>${options.map(
        ({ id, label }, index) =>
          html`<label><input type="radio" name="${name}" id="${id}" ${index === 0 ? 'checked' : ''}>${label}</label>`,
      )}</fieldset>`,
  )}</form>
${names.map(
  (name) => html`<h2>${name}</h2>
<div class="languages">${languageCodes.map((language) => {
    const { direction } = languages[language];
    const { subject, text, html: body } = examples(templates, language)[name];
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
