import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { languageCodes } from '#shared/languages.ts';
import { accept, startMailServer } from './mail-server.ts';

export type Mail = {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  code: string;
};

export type Mailbox = {
  url: string;
  messages: Mail[];
  /**
   * Waits for an email to `to`, skipping the first `after` ones (default: those `next` already returned) and notices of
   * new devices, which other browsers of a test cause.
   * @throws after a minute, or `timeout`
   */
  next(to: string, options?: { after?: number; timeout?: number }): Promise<Mail>;
  close(): Promise<void>;
};

const noticeSubjects = languageCodes.map((code) => {
  const file = new URL(`../../shared/locales/${code}/mail.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).newDevice.subject.split('{{')[0] as string;
});

const isNotice = ({ subject }: Mail) => noticeSubjects.some((start) => subject.startsWith(start));

/**
 * An SMTP server on loopback, on a free port by default. An email's `code` is the first group of six digits in its
 * text.
 */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const messages: Mail[] = [];
  const handedOut = new Map<string, number>();
  const waiting = new Set<() => void>();
  const server = await startMailServer(accept, {
    port,
    onData(stream, session, done) {
      const receive = async () => {
        const content = await buffer(stream);
        const { from, subject = '', text = '', html = '' } = await PostalMime.parse(content);
        const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '';
        const mail = { from: from?.address ?? '', subject, text, html, code };
        for (const { address } of session.envelope.rcptTo) {
          messages.push({ to: address.toLowerCase(), ...mail });
        }
        done();
        for (const wake of waiting) wake();
      };
      receive().catch(done);
    },
  });

  return {
    url: server.url,
    messages,
    async next(to, { after, timeout = 60_000 } = {}) {
      const address = to.toLowerCase();
      const skip = after ?? handedOut.get(address) ?? 0;
      const deadline = Date.now() + timeout;
      for (;;) {
        const mail = messages.filter((each) => each.to === address && !isNotice(each))[skip];
        if (mail) {
          handedOut.set(address, skip + 1);
          return mail;
        }
        const left = deadline - Date.now();
        if (left <= 0) throw new Error(`No mail to ${to} came within ${timeout} ms.`);
        await new Promise<void>((resolve) => {
          const wake = () => {
            clearTimeout(timer);
            waiting.delete(wake);
            resolve();
          };
          const timer = setTimeout(wake, left);
          waiting.add(wake);
        });
      }
    },
    close: server.close,
  };
}
