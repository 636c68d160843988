import { createTransport } from 'nodemailer';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './layout.ts';
import { createSmtpConnections } from './smtp-connections.ts';

export type Message = { id: string; to: string; content: MailContent };

export type Transport = {
  /** Whether a sent mail stays readable in the outbox. */
  keeps: boolean;
  /**
   * Sends a mail. Calls `commit` right before its last byte. If that throws, nothing is sent.
   *
   * @throws the server's answer (`responseCode`) or a connection error
   */
  send(message: Message, commit: () => Promise<void>): Promise<void>;
  /** Closes idle connections. */
  close(): void;
};

/** Keeps mails for the dev inbox. */
const inbox: Transport = { keeps: true, send: (_message, commit) => commit(), close() {} };

function smtp(url: string, from: string, domain: string): Transport {
  const compose = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
  const connections = createSmtpConnections(url);
  return {
    keeps: false,
    async send({ id, to, content: { subject, text, html } }, commit) {
      const { message: raw, envelope } = await compose.sendMail({
        // An address object is not parsed, so it cannot contain a second address.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
      });
      const bytes = raw as Uint8Array;
      await connections.send({ envelope: { from: envelope.from, to: [to] }, bytes }, commit);
    },
    close: connections.close,
  };
}

/** The mail server at SMTP_URL, or else the dev inbox. */
export function createMailTransport(settings: Settings): Transport {
  if (!settings.smtpUrl) return inbox;
  return smtp(settings.smtpUrl, settings.mailFrom, new URL(settings.baseUrl).hostname);
}
