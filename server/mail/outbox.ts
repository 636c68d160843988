/**
 * Outbox: mails are stored first and sent by a worker (worker.ts), so an unavailable mail server
 * loses none and delays no response. Times are the database's, which are the same for all instances.
 */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import type { MailContent } from './layout.ts';

/** Fair queue of codes that one network requests. */
export type MailQueue = { name: string; recentMails: number };

type OutgoingMail = {
  /** Default: the queue of the viewer. */
  queue?: MailQueue;
  to: string;
  content: MailContent;
  lifetimeMs: number;
  /** Stored like any other mail so that it takes as long, but deleted unsent. */
  withheld?: boolean;
};

export type CaughtMail = MailContent & { to: string; sentAt: Date };

/** How long other mails yield to codes, which people wait for. */
const codesFirstMs = 60 * 60 * 1_000;
/** Delay per recent mail of the same network, so that other networks' mails go first. */
const turnMs = 1_000;

export function createOutbox(database: Database, secrets: readonly [string, ...string[]]) {
  const read = async (payload: string): Promise<MailContent> =>
    JSON.parse(await Promise.any(secrets.map((key) => symmetricDecrypt({ key, data: payload }))));

  /**
   * Encrypts a mail. Returns a function that inserts it.
   *
   * @throws if the recipient is not exactly one address, the form that is safe in a mail header
   */
  async function prepare({ to, content, lifetimeMs, withheld = false, queue }: OutgoingMail) {
    if (emailRule.parse(to) !== to)
      throw new Error('The recipient must be one lower-case email address.');
    const isCode = content.code !== undefined;
    const delay = isCode ? (queue?.recentMails ?? 0) * turnMs : codesFirstMs;
    const queueName = queue?.name ?? currentRequest()?.viewer?.user.id ?? null;
    const payload = await symmetricEncrypt({ key: secrets[0], data: JSON.stringify(content) });
    // The worker deletes mails that are already expired at creation.
    const lifetime = withheld ? 0 : lifetimeMs;
    return (client: Pick<Database, '$queryRaw'>) => client.$queryRaw`
      INSERT INTO "mail" ("id", "to", "queue", "payload", "createdAt", "nextAttemptAt", "turnAt", "expiresAt")
      VALUES (${newId('Mail')}, ${to}, ${queueName}, ${payload}, clock_timestamp(), now(),
        now() + make_interval(secs => ${delay / 1_000}), now() + make_interval(secs => ${lifetime / 1_000}))`;
  }

  return {
    read,

    prepare,

    async add(
      mail: OutgoingMail,
      transaction: Pick<Database, '$queryRaw'> = database,
    ): Promise<void> {
      const insert = await prepare(mail);
      await insert(transaction);
    },

    async isFull(name: string, most: number): Promise<boolean> {
      const [row] = await database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM (
          SELECT 1 FROM "mail" WHERE "queue" = ${name} AND "state" = 'pending' LIMIT ${most}::int
        ) AS "waiting"`;
      return (row?.count ?? 0) >= most;
    },

    async caught(to?: string): Promise<CaughtMail[]> {
      const address = emailRule.safeParse(to).data;
      if (to && !address) return [];
      const mails = await database.mail.findMany({
        where: { state: 'sent', payload: { not: null }, ...(address ? { to: address } : {}) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 50,
      });
      const readable = await Promise.allSettled(
        mails.map(async (mail) => ({
          to: mail.to,
          ...(await read(mail.payload ?? '')),
          sentAt: mail.sentAt ?? mail.createdAt,
        })),
      );
      // Mails encrypted with a removed secret can't be read.
      return readable.flatMap((mail) => (mail.status === 'fulfilled' ? [mail.value] : []));
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
