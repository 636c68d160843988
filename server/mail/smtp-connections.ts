/** Connections to the mail server, kept for the next mails: opening one takes longer than a mail. */
import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection from 'nodemailer/lib/smtp-connection';

export type SmtpMessage = { envelope: { from: string | false; to: string[] }; bytes: Uint8Array };

/** How long the server may say nothing. */
const silenceMilliseconds = 10_000;
/** How long a connection waits for the next mail, and how many it sends: nodemailer's pool sends 100, too. */
const idleMilliseconds = 5_000;
const mostMessages = 100;

type Pooled = { connection: SmtpConnection; messages: number; timer?: NodeJS.Timeout };

/** Opens connections to the server at `url` as they are needed, and uses them again. */
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
      connectionTimeout: silenceMilliseconds,
      greetingTimeout: silenceMilliseconds,
      socketTimeout: silenceMilliseconds,
    });
    const pooled = { connection, messages: 0 };
    connection.on('error', () => forget(pooled));
    connection.once('end', () => forget(pooled));
    await orFailure(connection, (done) => {
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
    if (pooled.messages >= mostMessages) quit();
    else {
      pooled.timer = setTimeout(quit, idleMilliseconds).unref();
      idle.push(pooled);
    }
  }

  /** Sends over this connection; one that failed is not used again. */
  async function sendOver(
    pooled: Pooled,
    { envelope, bytes }: SmtpMessage,
    commit: () => Promise<void>,
  ): Promise<void> {
    const { connection } = pooled;
    // nodemailer's own `sendMail` offers nothing that runs before the last byte.
    const message = Readable.from(
      (async function* () {
        yield bytes;
        await commit();
      })(),
    );
    try {
      await orFailure(connection, (done) => connection.send(envelope, message, done));
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
     * Sends a message. Calls `commit` right before its last byte; if that throws, the message is not sent.
     *
     * @throws what the server answered (`responseCode`), or why it could not be asked
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
          // The server has closed a connection that it had heard nothing from: nothing was sent.
          if (isCommitted || (responseCode !== undefined && responseCode !== 421)) throw error;
        }
      }
      await sendOver(await open(), message, commit);
    },

    /** Closes the connections that no mail uses. */
    close(): void {
      for (const pooled of [...idle]) {
        forget(pooled);
        pooled.connection.quit();
      }
    },
  };
}

/** Waits until `work` calls back, or the connection fails or ends. */
async function orFailure(
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
