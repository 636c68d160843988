/**
 * The outbox: mails are rows before they are mails, so that a dead mail server loses nothing and
 * never slows an answer. A worker (worker.ts) hands them over.
 */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { currentRequest, type MailQueue } from '#server/log/request-context.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import type { MailContent } from './layout.ts';

export type OutgoingMail = {
  to: string;
  content: MailContent;
  expiresAt: Date;
  /** Written like any other, so that it takes as long, and then thrown away. */
  withheld?: boolean;
};

/** A mail the product caught instead of sending it. */
export type CaughtMail = MailContent & { to: string; sentAt: Date };

/** A mail without a code lets codes go first for so long: nobody waits for it in front of a screen. */
const codesFirstMilliseconds = 60 * 60 * 1_000;
/** A network's next mail lets the mails of others go first that are asked for so much later. */
const turnMilliseconds = 1_000;

/** Writes and reads the outbox. What a mail says is encrypted with `secret` while it waits. */
export function createOutbox(database: Database, secret: string) {
  const read = async (payload: string): Promise<MailContent> =>
    JSON.parse(await symmetricDecrypt({ key: secret, data: payload }));

  /**
   * The row that a mail waits in.
   *
   * @throws if the recipient is not exactly one address: nothing else gets into a mail's header
   */
  async function encrypt({ to, content, expiresAt, withheld = false }: OutgoingMail) {
    if (emailRule.parse(to) !== to) throw new Error('A mail goes to one address, lower-cased.');
    const createdAt = new Date();
    const request = currentRequest();
    const isCode = content.code !== undefined;
    const delay = isCode
      ? (request?.mailQueue?.recentMails ?? 0) * turnMilliseconds
      : codesFirstMilliseconds;
    return {
      id: newId('Mail'),
      to,
      queue: request?.mailQueue?.name ?? request?.viewerId ?? null,
      turnAt: new Date(createdAt.getTime() + delay),
      payload: await symmetricEncrypt({ key: secret, data: JSON.stringify(content) }),
      createdAt,
      // The worker takes a mail that was over before it began for what it is.
      expiresAt: withheld ? createdAt : expiresAt,
    };
  }

  return {
    read,

    encrypt,

    /** Puts a mail into the outbox. */
    async add(mail: OutgoingMail): Promise<void> {
      await database.mail.create({ data: await encrypt(mail), select: { id: true } });
    },

    /** Whether so many mails of a queue wait that another one would not be sent in time. */
    async isFull({ name, capacity: most }: MailQueue): Promise<boolean> {
      const [row] = await database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM (
          SELECT 1 FROM "mail" WHERE "queue" = ${name} AND "state" = 'pending' LIMIT ${most}::int
        ) AS "waiting"`;
      return (row?.count ?? 0) >= most;
    },

    /** The mails that were caught by the dev inbox, newest first, at most 50. */
    async caught(to?: string): Promise<CaughtMail[]> {
      const address = emailRule.safeParse(to).data;
      if (to && !address) return [];
      const mails = await database.mail.findMany({
        where: { state: 'sent', payload: { not: null }, ...(address ? { to: address } : {}) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 50,
      });
      return Promise.all(
        mails.map(async (mail) => ({
          to: mail.to,
          ...(await read(mail.payload ?? '')),
          sentAt: mail.sentAt ?? mail.createdAt,
        })),
      );
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
