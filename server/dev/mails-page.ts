import { html } from 'hono/html';
import { ownTokensPath, secureAccountPath, type Templates } from '#server/mail/templates.ts';
import type { Settings } from '#server/settings.ts';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { devPage } from './shell.ts';

const css = `
h2 { margin-block-start: 2rem; }
article { inline-size: 602px; max-inline-size: 100%; border: 1px solid var(--line); border-radius: .75rem; background: var(--raised); overflow: hidden; }
article header { padding: .5rem 1rem; font-weight: 500; border-block-end: 1px solid var(--line); }
iframe { display: block; border: 0; inline-size: 100%; block-size: 40rem; color-scheme: light; }
summary { padding: .5rem 1rem; cursor: pointer; border-block-start: 1px solid var(--line); }
pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
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

const organizationMails = ['Invitation to an organization'];

const hidesOrganizationMail = ({ organizations }: Pick<Settings, 'organizations'>, name: string) =>
  !organizations && organizationMails.includes(name);

type MailsPageDeps = { templates: Templates; settings: Pick<Settings, 'organizations'> };

/** Previews every email in a language, in sandboxed frames as mail clients render them. */
export function mailsPage({ templates, settings }: MailsPageDeps, language: Language) {
  const mails = Object.entries(examples(templates, language));
  const shown = mails.filter(([name]) => !hidesOrganizationMail(settings, name));
  return devPage({
    path: '/dev/mails',
    title: 'Emails',
    css,
    body: html`<p class="quiet">Rendered by server/mail/templates.ts with the texts of shared/locales/*/mail.json.</p>
<p>${languageCodes.map((code) => html`<a href="?lng=${code}">${languages[code].name}</a> `)}</p>
${shown.map(
  ([name, { subject, text, html: body }]) => html`<h2>${name}</h2>
<article lang="${language}" dir="${languages[language].direction}">
<header><bdi>${subject}</bdi></header>
<iframe sandbox title="${subject}" srcdoc="${body}"></iframe>
<details><summary>text/plain</summary><pre>${text}</pre></details>
</article>`,
)}`,
  });
}
