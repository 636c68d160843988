import { describe, expect, it } from 'vitest';
import { requestOrigin } from '#server/mail/request-origin.ts';
import type { AboutNewDevice } from '#server/mail/templates.ts';
import { createTemplates } from '#server/mail/templates.ts';
import { languageCodes, languages } from '#shared/languages.ts';

const templates = createTemplates({
  appName: 'Atrium',
  baseUrl: 'https://atrium.example.org',
  codeMinutes: 5,
});

const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const at = new Date('2026-11-21T19:09:00Z');
const originOf = (userAgent: string) => requestOrigin(new Headers({ 'user-agent': userAgent }), at);

const hostile = '<b onclick="x">Ada</b> \u2067& "Co"\u2069\u2069';
/** Names that others give. Mail programs must not make a link of them. */
const linking = `${hostile} at https://evil.example/now or ada@evil.example`;

const token = { name: linking, account: linking, path: '/app/account/access-tokens' };

function mails(language: (typeof languageCodes)[number]) {
  const recipient = { to: 'ada+work@example.org', language };
  const securePath = '/secure-account';
  const newDevice = (method: AboutNewDevice['method']) =>
    templates.newDevice(recipient, {
      ...{ method, name: linking, origin: originOf(linux), securePath },
      ...{ ipAddress: '203.0.113.7', place: hostile },
    });
  return {
    code: templates.code(recipient, { code: '402917', purpose: 'signIn', origin: originOf(linux) }),
    invitation: templates.invitation(recipient, linking),
    organizationInvitation: templates.organizationInvitation(recipient, {
      ...{ organization: linking, inviter: linking, path: '/app/invitations/inv_1' },
    }),
    emailChanged: templates.emailChanged(recipient, { email: 'countess@example.org', securePath }),
    emailChangedByManager: templates.emailChanged(recipient, { email: 'countess@example.org' }),
    providerLinked: templates.providerLinked(recipient, 'GitHub'),
    newDevice: newDevice('email_code'),
    newDeviceWithPasskey: newDevice('passkey'),
    newDeviceWithProvider: newDevice('identity_provider'),
    passkeyAdded: templates.passkey(recipient, { kind: 'added', name: linking, securePath }),
    passkeyRemoved: templates.passkey(recipient, { kind: 'removed', name: linking, securePath }),
    recoveryCodesCreated: templates.recoveryCodes(recipient, { kind: 'created', securePath }),
    recoveryCodeUsed: templates.recoveryCodes(recipient, { kind: 'used', left: 9, securePath }),
    created: templates.accessToken(recipient, { ...token, notice: { kind: 'created' } }),
    rotated: templates.accessToken(recipient, { ...token, notice: { kind: 'rotated' } }),
    newNetwork: templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'newNetwork', network: hostile },
    }),
    expiring: templates.accessToken(recipient, {
      ...token,
      notice: { kind: 'expiring', expiresAt: at },
    }),
  };
}

describe.each(languageCodes)('every mail in %s', (language) => {
  const all = Object.entries(mails(language));

  it.each(all)('has the language’s direction, a dark theme and a small size: %s', (_kind, mail) => {
    const { direction } = languages[language];
    expect(mail.html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.html.length).toBeLessThan(8_000);
  });

  it.each(all)(
    'shows names as text, apart from the sentence: %s',
    (_kind, { subject, ...mail }) => {
      expect(mail.html).not.toMatch(/<b\b/);
      expect(`${subject}${mail.text}${mail.html}`).not.toMatch(/[\u2066-\u2069]/);
      const opened = mail.html.match(/<span dir="auto">/g) ?? [];
      expect(opened.length).toBeGreaterThan(0);
      expect(mail.html.match(/<\/span>/g)).toHaveLength(opened.length);
    },
  );

  it.each(all)(
    'says to whom it was sent, from where, and links nowhere else: %s',
    (_kind, mail) => {
      expect(mail.text).toContain('ada+work@example.org');
      const links = [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[^\s"<)]+/g)];
      expect(links.length).toBeGreaterThan(0);
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/evil\.example/);
      for (const [link] of links) expect(new URL(link).origin).toBe('https://atrium.example.org');
      // Mail clients block images, and loaded images tell the sender when an email is read.
      expect(mail.html).not.toMatch(/<img|url\(/);
    },
  );
});

describe('a code', () => {
  const code = (userAgent: string) =>
    templates.code(
      { to: 'ada@example.org', language: 'en' },
      { code: '402917', purpose: 'signIn', origin: originOf(userAgent) },
    );

  it('comes first in the inbox’s preview', () => {
    const preview = code(linux).html.split('mso-hide:all">')[1];
    expect(preview).toMatch(/^402917 · It can be used once/);
  });

  it('says with which browser and when it was requested', () => {
    expect(code(linux).text).toContain(
      'Requested with Chrome on Linux, November 21 at 7:09 PM UTC.',
    );
  });

  it.each([
    'Your-account-is-at-risk.Call-0900/1.0 (X11; Linux x86_64)',
    'evil.example/1.0 (Windows NT 10.0)',
    `Mozilla/5.0 ${'('.repeat(10_000)}`,
    '',
  ])('repeats nothing that the client made up: %.40s', (userAgent) => {
    const { text } = code(userAgent);
    expect(text).toContain('Requested on November 21 at 7:09 PM UTC.');
    expect(text).not.toMatch(/evil|Call/);
  });
});

it('an invitation links to the sign-in page with the address filled in', () => {
  const { text, html } = mails('en').invitation;
  const url = 'https://atrium.example.org/login?email=ada%2Bwork%40example.org';
  expect(text).toContain(url);
  expect(html).toContain(`href="${url}"`);
});
