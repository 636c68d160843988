/** Pools connections to the mail server, because opening one takes longer than sending a mail. */
import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';

export type SmtpMessage = { envelope: { from: string | false; to: string[] }; bytes: Uint8Array };

const maxSilenceMs = 10_000;
/** How long a connection stays open unused, and how many mails it sends: the limit of nodemailer's pool. */
const maxIdleMs = 5_000;
const maxMessages = 100;

type Pooled = { connection: SmtpConnection; messages: number; timer?: NodeJS.Timeout };

export function createSmtpConnections(url: string) {
  const { auth, ...server } = parseConnectionUrl(url);
  const idle: Pooled[] = [];

  function forget(pooled: Pooled): void {
    clearTimeout(pooled.timer);
    const at = idle.indexOf(pooled);
    if (at >= 0) idle.splice(at, 1);
  }

  async function open(): Promise<Pooled> {
    const connection = new SmtpConnection({
      ...server,
      connectionTimeout: maxSilenceMs,
      greetingTimeout: maxSilenceMs,
      socketTimeout: maxSilenceMs,
    });
    const pooled = { connection, messages: 0 };
    connection.on('error', () => forget(pooled));
    connection.once('end', () => forget(pooled));
    await orDisconnect(connection, (done) => {
      connection.connect((error) => {
        if (error || !auth || !connection.allowsAuth) done(error);
        else connection.login({ credentials: { user: auth.user ?? '', pass: auth.pass } }, done);
      });
    }).catch((error) => {
      connection.close();
      throw error;
    });
    return pooled;
  }

  function keep(pooled: Pooled): void {
    pooled.messages += 1;
    const quit = () => {
      forget(pooled);
      pooled.connection.quit();
    };
    if (pooled.messages >= maxMessages) quit();
    else {
      pooled.timer = setTimeout(quit, maxIdleMs).unref();
      idle.push(pooled);
    }
  }

  async function sendOver(
    pooled: Pooled,
    { envelope, bytes }: SmtpMessage,
    commit: () => Promise<void>,
  ): Promise<void> {
    const { connection } = pooled;
    // nodemailer's `sendMail` has no hook before the last byte.
    const message = Readable.from(
      (async function* () {
        yield bytes;
        await commit();
      })(),
    );
    try {
      await orDisconnect(connection, (done) => connection.send(envelope, message, done));
      keep(pooled);
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      message.destroy();
    }
  }

  return {
    /**
     * Sends a message. Calls `commit` right before the last byte; if it throws, nothing is sent.
     *
     * @throws the server's response (`responseCode`) or a connection error
     */
    async send(message: SmtpMessage, commit: () => Promise<void>): Promise<void> {
      const used = idle.pop();
      if (used) {
        clearTimeout(used.timer);
        let isCommitted = false;
        const commitOnce = () => {
          isCommitted = true;
          return commit();
        };
        try {
          await sendOver(used, message, commitOnce);
          return;
        } catch (error) {
          const { responseCode } = error as { responseCode?: number };
          // The server had closed the idle connection, so nothing was sent. Retry on a new one.
          if (isCommitted || (responseCode !== undefined && responseCode !== 421)) throw error;
        }
      }
      await sendOver(await open(), message, commit);
    },

    close(): void {
      for (const pooled of [...idle]) {
        forget(pooled);
        pooled.connection.quit();
      }
    },
  };
}

/** Waits for the callback of `work`. Rejects if the connection fails or ends first. */
async function orDisconnect(
  connection: SmtpConnection,
  work: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = () => reject(new Error('The mail server closed the connection.'));
  connection.once('error', reject);
  connection.once('end', ended);
  try {
    work((error) => (error ? reject(error) : resolve()));
    await promise;
  } finally {
    connection.off('error', reject);
    connection.off('end', ended);
  }
}
