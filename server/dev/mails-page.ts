import { html } from 'hono/html';
import { ownTokensPath, secureAccountPath, type Templates } from '#server/mail/templates.ts';
import type { Settings } from '#server/settings.ts';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { devPage } from './shell.ts';

const css = `
form { display: flex; flex-wrap: wrap; gap: .25rem 2rem; position: sticky; inset-block-start: 0; z-index: 1; margin-inline: -1.5rem; padding: .25rem 1.5rem; background: var(--surface); border-block-end: 1px solid var(--line); }
fieldset { display: inline-flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; border: 0; min-inline-size: 0; }
legend { float: inline-start; font-weight: 500; line-height: 2.5rem; margin-inline-end: .25rem; color: var(--muted); }
label { display: inline-flex; align-items: center; gap: .375rem; min-height: 2.5rem; }
input { accent-color: var(--accent); }
h2 { margin-block-start: 2rem; }
.languages { display: flex; flex-wrap: wrap; gap: 1rem; }
article { inline-size: 602px; max-inline-size: 100%; border: 1px solid var(--line); border-radius: .75rem; background: var(--raised); overflow: hidden; }
article header { padding: .5rem 1rem; font-weight: 500; border-block-end: 1px solid var(--line); }
iframe { display: block; border: 0; inline-size: 100%; block-size: 33rem; color-scheme: light; }
summary { padding: .5rem 1rem; cursor: pointer; border-block-start: 1px solid var(--line); }
pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
:root:has(#dark:checked) iframe { color-scheme: dark; }
:root:has(#phone:checked, #small:checked) article { box-sizing: content-box; max-inline-size: calc(100% - 1rem); border-width: .5rem; border-radius: 2rem; inline-size: 390px; }
:root:has(#small:checked) article { inline-size: 320px; }
:root:has(#phone:checked, #small:checked) iframe { block-size: 42rem; }
${languageCodes.map((code) => `:root:has(#only-${code}:checked) article:not([lang=${code}])`).join(', ')} { display: none; }
`;

function examples(templates: Templates, language: Language) {
  const recipient = { to: 'ada@example.org', language };
  const origin = {
    at: new Date('2026-11-21T19:09:00Z'),
    device: { browser: 'Chrome', operatingSystem: 'Linux' },
  };
  const token = { name: 'CI', account: 'Ada Lovelace', path: ownTokensPath };
  const securePath = secureAccountPath;
  const passkey = { name: '1Password', securePath };
  const code = '402917';
  return {
    'Sign in': templates.code(recipient, { code, purpose: 'signIn', origin }),
    'Change email': templates.code(recipient, { code, purpose: 'changeEmail', origin }),
    'Email changed': templates.emailChanged(recipient, {
      email: 'countess@example.org',
      securePath,
    }),
    'Email changed by an admin': templates.emailChanged(recipient, {
      email: 'countess@example.org',
    }),
    'Provider linked': templates.providerLinked(recipient, 'GitHub'),
    'New device': templates.newDevice(recipient, {
      method: 'email_code',
      origin,
      securePath,
      ipAddress: '203.0.113.7',
      place: 'Nairobi, Kenya',
    }),
    'Passkey added': templates.passkey(recipient, { ...passkey, kind: 'added' }),
    'Passkey removed': templates.passkey(recipient, { ...passkey, kind: 'removed' }),
    'Passkeys reset': templates.passkeysReset(recipient),
    'Recovery codes created': templates.recoveryCodes(recipient, { kind: 'created', securePath }),
    'Recovery code used': templates.recoveryCodes(recipient, { kind: 'used', left: 9, securePath }),
    'User invitation': templates.invitation(recipient, 'Grace Hopper'),
    'Invitation to an organization': templates.organizationInvitation(recipient, {
      organization: 'Acme',
      inviter: 'Grace Hopper',
      path: '/app/invitations/inv_1',
    }),
    'Access token created': templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'created' },
    }),
    'Access token rotated': templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'rotated' },
    }),
    'Access token used from a new network': templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'newNetwork', network: '203.0.113.0/24' },
    }),
    'Access token expires': templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'expiring', expiresAt: new Date('2027-03-01') },
    }),
  };
}

type Name = keyof ReturnType<typeof examples>;

const organizationMails: readonly Name[] = ['Invitation to an organization'];

const hidesOrganizationMail = ({ organizations }: Pick<Settings, 'organizations'>, name: Name) =>
  !organizations && organizationMails.includes(name);

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

type MailsPageDeps = { templates: Templates; settings: Pick<Settings, 'organizations'> };

/** Previews every email in every language, in sandboxed frames as mail clients render them. */
export function mailsPage({ templates, settings }: MailsPageDeps) {
  const all = Object.keys(examples(templates, 'en')) as Name[];
  const names = all.filter((name) => !hidesOrganizationMail(settings, name));
  return devPage({
    path: '/dev/mails',
    title: 'Emails',
    css,
    body: html`<p class="quiet">Rendered by server/mail/templates.ts with the texts of shared/locales/*/mail.json.</p>
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
<iframe sandbox="allow-same-origin" title="${subject}" srcdoc="${body}"></iframe>
<details><summary>text/plain</summary><pre>${text}</pre></details>
</article>`;
  })}</div>`,
)}`,
  });
}
