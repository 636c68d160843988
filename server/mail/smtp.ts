import { createTransport } from 'nodemailer';
import type { MailContent } from './layout.ts';
import { createSmtpConnections } from './smtp-connections.ts';

export type Message = { id: string; to: string; content: MailContent };

/** Sends over the mail server at `url`, `from` an address of `domain`. */
export function createSmtp(url: string, from: string, domain: string) {
  const compose = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
  const connections = createSmtpConnections(url);
  return {
    /** Sends a mail. Calls `commit` right before its last byte. If that throws, nothing is sent. */
    async send(
      { id, to, content: { subject, text, html } }: Message,
      commit: () => Promise<void>,
    ): Promise<void> {
      const { message: raw, envelope } = await compose.sendMail({
        // An address object is not parsed, so it cannot contain a second address.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Keeps absence notes from being sent in reply (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        messageId: `<${id}@${domain}>`,
      });
      const bytes = raw as Uint8Array;
      await connections.send({ envelope: { from: envelope.from, to: [to] }, bytes }, commit);
    },
    close: connections.close,
  };
}
