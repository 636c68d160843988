import { createTransport } from 'nodemailer';
import type { MailContent } from './layout.ts';
import { createSmtpConnections } from './smtp-connections.ts';

export type Message = { id: string; to: string; content: MailContent };

export function createSmtp(url: string, from: string, domain: string) {
  const compose = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
  const connections = createSmtpConnections(url);
  return {
    async send(
      { id, to, content: { subject, text, html } }: Message,
      commit: () => Promise<void>,
    ): Promise<void> {
      const { message: raw, envelope } = await compose.sendMail({
        // An address object isn't parsed, so it can't contain a second address.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Suppresses automatic replies, such as vacation notices (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        messageId: `<${id}@${domain}>`,
      });
      const bytes = raw as Uint8Array;
      await connections.send({ envelope: { from: envelope.from, to: [to] }, bytes }, commit);
    },
    close: connections.close,
  };
}
