/**
 * Creates a sign-in code and its mail in one transaction. The same statements run for every address,
 * so that neither the response nor its timing reveals an account (OWASP ASVS 5.0 6.3.8).
 */
import { randomInt } from 'node:crypto';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { MailQueue, Outbox } from '#server/mail/outbox.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import type { CodePurpose, Templates } from '#server/mail/templates.ts';
import { clientNetworks } from '#server/network/client-address.ts';
import { demoCode } from '#server/settings/demo.ts';
import type { Settings } from '#server/settings.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { BucketGroup } from './code-limits.ts';
import {
  type EmailChange,
  emailChangeName,
  hashesOf,
  identifiersOf,
  signInName,
} from './stored-codes.ts';

/** Queued mails per network, multiplied by its share. */
const waitingMails = 25;

type CodeSenderDeps = {
  database: Database;
  settings: Settings;
  hmac: Hmac;
  templates: Templates;
  outbox: Outbox;
  onMail(): void;
};

export function createCodeSender(deps: CodeSenderDeps) {
  const { database, settings, hmac, templates, outbox, onMail } = deps;
  const { codeMinutes, signUpEnabled } = settings;
  const lifetimeMs = codeMinutes * 60_000;

  function newCode(): string {
    if (settings.demo) return demoCode;
    return String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
  }

  function prepareCode(identifier: string) {
    const code = newCode();
    const expiresAt = new Date(Date.now() + lifetimeMs);
    const content = { value: `${hashesOf(hmac, code)[0]}:0`, expiresAt };
    const write = database.verification.upsert({
      where: { identifier },
      create: { id: newId('Verification'), identifier, ...content },
      update: content,
    });
    return { code, write };
  }

  const identifierOf = (email: string, browser: string) =>
    identifiersOf(hmac, signInName(email), browser)[0];

  async function create(email: string, browser: string): Promise<string> {
    const { code, write } = prepareCode(identifierOf(email, browser));
    await write;
    return code;
  }

  async function sendCode(
    identifier: string,
    mail: {
      to: string;
      language: Language;
      purpose: CodePurpose;
      withheld: boolean;
      queue: MailQueue;
    },
    headers: Headers,
  ): Promise<void> {
    const { to, language, purpose, withheld, queue } = mail;
    const { code, write } = prepareCode(identifier);
    const about = { code, purpose, origin: requestOrigin(headers) };
    const content = templates.code({ to, language }, about);
    const insertMail = await outbox.prepare({ to, content, lifetimeMs, withheld, queue });
    await database.$transaction([write, insertMail(database)]);
    onMail();
  }

  return {
    create,

    /** The queue of the network's mails. Undefined if it is full. */
    async findQueue(
      client: string,
      group: BucketGroup,
      recentMails: number,
    ): Promise<MailQueue | undefined> {
      const site = clientNetworks(client).at(-1);
      const name = hmac('mail queue', `${group} ${site?.name}`);
      const capacity = waitingMails * (site?.share ?? 1);
      return (await outbox.isFull(name, capacity)) ? undefined : { name, recentMails };
    },

    async send(
      { email, browser, queue }: { email: string; browser: string; queue: MailQueue },
      headers: Headers,
    ): Promise<void> {
      // It sends no mail, and its code is public.
      if (settings.demo) return void (await create(email, browser));
      const user = await database.user.findUnique({
        where: { email },
        select: { language: true, isServiceAccount: true },
      });
      const language = isLanguage(user?.language) ? user.language : languageOfRequest(headers);
      // Service accounts can't sign in.
      const withheld = (!user && !signUpEnabled) || user?.isServiceAccount === true;
      const mail = { to: email, language, purpose: 'signIn', withheld, queue } as const;
      await sendCode(identifierOf(email, browser), mail, headers);
    },

    /** Sends a code to a user's new address, unless it is taken. */
    async sendForChange(change: EmailChange, queue: MailQueue, headers: Headers): Promise<void> {
      const where = { email: change.newEmail };
      const taken = await database.user.findUnique({ where, select: { id: true } });
      const mail = {
        to: change.newEmail,
        language: languageOfRequest(headers),
        purpose: 'changeEmail',
        withheld: taken !== null,
        queue,
      } as const;
      await sendCode(emailChangeName(change), mail, headers);
    },
  };
}

export type CodeSender = ReturnType<typeof createCodeSender>;
