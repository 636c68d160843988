/** Where mails go: to a mail server, or to the dev inbox. */
import { createTransport } from 'nodemailer';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './layout.ts';
import { createSmtpConnections } from './smtp-connections.ts';

export type Message = { id: string; to: string; content: MailContent };

export type Transport = {
  /** Whether a sent mail stays in the outbox to be looked at. */
  keeps: boolean;
  /**
   * Hands a mail over. Calls `commit` right before the last byte goes out, when the mail is still
   * nobody's; if that throws, the mail does not go out.
   *
   * @throws what the server answered (`responseCode`), or why it could not be asked
   */
  send(parcel: Message, commit: () => Promise<void>): Promise<void>;
  /** Closes what it keeps open for the next mails. */
  close(): void;
};

const inbox: Transport = { keeps: true, send: (_parcel, commit) => commit(), close() {} };

function smtp(url: string, from: string, domain: string): Transport {
  const compose = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
  const connections = createSmtpConnections(url);
  return {
    keeps: false,
    async send({ id, to, content: { subject, text, html } }, commit) {
      const { message, envelope } = await compose.sendMail({
        // An address object is never parsed, so an address cannot smuggle in a second one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
      });
      const bytes = message as Uint8Array;
      await connections.send({ envelope: { from: envelope.from, to: [to] }, bytes }, commit);
    },
    close: connections.close,
  };
}

/** The transport that the settings ask for. */
export function createMailTransport(settings: Settings): Transport {
  if (!settings.smtpUrl) return inbox;
  return smtp(settings.smtpUrl, settings.mailFrom, new URL(settings.baseUrl).hostname);
}
