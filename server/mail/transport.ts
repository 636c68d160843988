import { loadOnce } from '#server/load-once.ts';
import type { Settings } from '#server/settings.ts';
import type { Message } from './smtp.ts';

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

function smtp({ smtpUrl = '', mailFrom, baseUrl }: Settings): Transport {
  let close = () => {};
  const load = loadOnce(async () => {
    const { createSmtp } = await import('./smtp.ts');
    const sender = createSmtp(smtpUrl, mailFrom, new URL(baseUrl).hostname);
    close = sender.close;
    return sender;
  });
  return {
    keeps: false,
    async send(message, commit) {
      const { send } = await load();
      await send(message, commit);
    },
    close: () => close(),
  };
}

export function createMailTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings) : inbox;
}
