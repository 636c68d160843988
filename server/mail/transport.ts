import type { Settings } from '#server/settings.ts';
import type { Message } from './smtp.ts';

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

/** Sends over a mail server. The code for it is loaded with the first mail. */
function smtp({ smtpUrl = '', mailFrom, baseUrl }: Settings): Transport {
  let loaded: ReturnType<typeof load> | undefined;
  async function load() {
    const { createSmtp } = await import('./smtp.ts');
    return createSmtp(smtpUrl, mailFrom, new URL(baseUrl).hostname);
  }
  return {
    keeps: false,
    async send(message, commit) {
      loaded ??= load();
      await (await loaded).send(message, commit);
    },
    close: () => void loaded?.then(({ close }) => close()),
  };
}

/** The mail server at SMTP_URL, or else the dev inbox. */
export function createMailTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings) : inbox;
}
