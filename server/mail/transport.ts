/** Where mails go: to a mail server, or to the dev inbox. */
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './layout.ts';

export type Parcel = { id: string; to: string; content: MailContent };

export type Transport = {
  /** Whether a sent mail stays in the outbox to be looked at. */
  keeps: boolean;
  /**
   * Hands a mail over. Calls `commit` right before the last byte goes out, when the mail is still
   * nobody's; if that throws, the mail does not go out.
   *
   * @throws what the server answered (`responseCode`), or why it could not be asked
   */
  send(parcel: Parcel, commit: () => Promise<void>): Promise<void>;
};

const inbox: Transport = { keeps: true, send: (_parcel, commit) => commit() };

/** A server that says nothing for so long is given up for now. */
const silenceMilliseconds = 10_000;

type Message = { envelope: { from: string | false; to: string[] }; bytes: Uint8Array };

/** Speaks to the server: nodemailer's own `sendMail` would not let us in before the last byte. */
async function handOver(
  url: string,
  { envelope, bytes }: Message,
  commit: () => Promise<void>,
): Promise<void> {
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SmtpConnection({
    ...server,
    connectionTimeout: silenceMilliseconds,
    greetingTimeout: silenceMilliseconds,
    socketTimeout: silenceMilliseconds,
  });
  const message = Readable.from(
    (async function* () {
      yield bytes;
      await commit();
    })(),
  );
  try {
    await new Promise<void>((done, failed) => {
      connection.once('error', failed);
      connection.once('end', () => failed(new Error('The mail server closed the connection.')));
      const send = () =>
        connection.send(envelope, message, (error) => (error ? failed(error) : done()));
      connection.connect((error) => {
        if (error) failed(error);
        else if (!auth || !connection.allowsAuth) send();
        else {
          const credentials = { user: auth.user ?? '', pass: auth.pass };
          connection.login({ credentials }, (refusal) => (refusal ? failed(refusal) : send()));
        }
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    message.destroy();
  }
}

function smtp(url: string, from: string, domain: string): Transport {
  const compose = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
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
      await handOver(url, { envelope: { from: envelope.from, to: [to] }, bytes }, commit);
    },
  };
}

/** The transport that the settings ask for. */
export function createMailTransport(settings: Settings): Transport {
  if (!settings.smtpUrl) return inbox;
  return smtp(settings.smtpUrl, settings.mailFrom, new URL(settings.baseUrl).hostname);
}
