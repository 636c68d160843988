/** Where mails go: to a mail server, or to the dev inbox. */
import { createTransport } from 'nodemailer';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './code-mail.ts';

export type Transport = {
  /** Whether a sent mail stays in the outbox to be looked at. */
  keeps: boolean;
  /** Resolves when the mail was handed over. Sending one id twice shows one mail in most clients. */
  send(to: string, content: MailContent, id: string): Promise<void>;
};

const inbox: Transport = { keeps: true, send: async () => {} };

function smtp(url: string, from: string, domain: string): Transport {
  const server = createTransport(url, { from });
  return {
    keeps: false,
    async send(to, { subject, text, html }, id) {
      // An address object is never parsed, so an address cannot smuggle in a second one.
      const recipient = { name: '', address: to };
      await server.sendMail({ to: recipient, subject, text, html, messageId: `<${id}@${domain}>` });
    },
  };
}

/** The transport that the settings ask for. */
export function createMailTransport(settings: Settings): Transport {
  if (!settings.smtpUrl) return inbox;
  return smtp(settings.smtpUrl, settings.mailFrom, new URL(settings.baseUrl).hostname);
}
