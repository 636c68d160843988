import { Readable } from 'node:stream';
import { loadOnce } from '#server/load-once.ts';
import type { Settings } from '#server/settings.ts';
import type { MailContent } from './layout.ts';

type Message = { id: string; to: string; content: MailContent };
type Committed = { commit: () => Promise<void> };

export type Transport = {
  keeps: boolean;
  /**
   * Sends a mail. Calls `commit` right before the last byte; if it throws, nothing is sent.
   *
   * @throws the server's response (`responseCode`) or a connection error
   */
  send(message: Message, commit: () => Promise<void>): Promise<void>;
  close(): void;
};

const inbox: Transport = { keeps: true, send: (_message, commit) => commit(), close() {} };

const maxSilenceMs = 10_000;

/** Loads nodemailer, which only a mail server needs. */
export async function createSmtp(url: string, from: string, domain: string): Promise<Transport> {
  const [{ createTransport }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/shared'),
  ]);
  const transporter = createTransport(
    {
      // As the option `url`, its parameters would replace the options below.
      ...parseConnectionUrl(url),
      // Opening a connection takes longer than sending a mail.
      pool: true,
      maxConnections: 10,
      maxMessages: 100,
      idleTimeout: 5_000,
      // Together with the timeouts, a second connection still ends within the lease of a mail.
      maxRequeues: 1,
      connectionTimeout: maxSilenceMs,
      greetingTimeout: maxSilenceMs,
      socketTimeout: maxSilenceMs,
    },
    { from },
  );

  // nodemailer reads a message when the server has accepted its envelope, and sends the final dot
  // when it has read the end. A transform would be read before.
  transporter.use('stream', ({ message, data }, done) => {
    const { commit } = data as Committed;
    let isCommitted = false;
    async function* withCommit(input: Readable) {
      if (isCommitted) throw new Error('The mail may have arrived already.');
      yield* input;
      isCommitted = true;
      await commit();
    }
    message.processFunc((input) => Readable.from(withCommit(input)));
    done();
  });

  return {
    keeps: false,
    async send(
      { id, to, content: { subject, text, html } }: Message,
      commit: () => Promise<void>,
    ): Promise<void> {
      const mail = {
        // An address object isn't parsed, so it can't contain a second address.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Suppresses automatic replies, such as vacation notices (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        messageId: `<${id}@${domain}>`,
        commit,
      };
      await transporter.sendMail(mail);
    },
    close: () => transporter.close(),
  };
}

/** Opens the connection pool for the first mail. */
function smtp({ smtpUrl = '', mailFrom, baseUrl }: Settings): Transport {
  let opened: Transport | undefined;
  const load = loadOnce(async () => {
    opened = await createSmtp(smtpUrl, mailFrom, new URL(baseUrl).hostname);
    return opened;
  });
  return {
    keeps: false,
    send: async (message, commit) => (await load()).send(message, commit),
    close: () => opened?.close(),
  };
}

export function createMailTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings) : inbox;
}
