/**
 * Creates a sign-in code and its mail in one transaction. The same statements run for every address,
 * so that neither the response nor its timing reveals an account (OWASP ASVS 5.0 6.3.8).
 */
import { randomInt } from 'node:crypto';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import type { Templates } from '#server/mail/templates.ts';
import { clientNetworks } from '#server/network/client-address.ts';
import { demoCode } from '#server/settings/demo.ts';
import type { Settings } from '#server/settings.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { BucketGroup } from './code-limits.ts';
import { hashesOf, identifiersOf, signInName } from './stored-codes.ts';

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

  function prepareCode(email: string, browser: string) {
    const code = newCode();
    const [identifier] = identifiersOf(hmac, signInName(email), browser);
    const expiresAt = new Date(Date.now() + lifetimeMs);
    const content = { value: `${hashesOf(hmac, code)[0]}:0`, expiresAt };
    const write = database.verification.upsert({
      where: { identifier },
      create: { id: newId('Verification'), identifier, ...content },
      update: content,
    });
    return { code, write };
  }

  async function create(email: string, browser: string): Promise<string> {
    const { code, write } = prepareCode(email, browser);
    await write;
    return code;
  }

  return {
    create,

    /** Whether the network's mails must wait. Otherwise the request's next mail enters their queue. */
    async isQueueFull(client: string, group: BucketGroup, level: number): Promise<boolean> {
      const site = clientNetworks(client).at(-1);
      const queue = {
        name: hmac('mail queue', `${group} ${site?.name}`),
        recentMails: level,
        capacity: waitingMails * (site?.share ?? 1),
      };
      const scope = currentRequest();
      if (scope) scope.mailQueue = queue;
      return outbox.isFull(queue);
    },

    async send(email: string, browser: string, headers: Headers): Promise<void> {
      // It sends no mail, and its code is public.
      if (settings.demo) return void (await create(email, browser));
      const user = await database.user.findUnique({
        where: { email },
        select: { language: true, isServiceAccount: true },
      });
      const { code, write } = prepareCode(email, browser);
      const language = isLanguage(user?.language) ? user.language : languageOfRequest(headers);
      const insertMail = await outbox.prepare({
        to: email,
        content: templates.code(
          { to: email, language },
          { code, purpose: 'signIn', origin: requestOrigin(headers) },
        ),
        lifetimeMs,
        // Service accounts can't sign in.
        withheld: (!user && !signUpEnabled) || user?.isServiceAccount === true,
      });
      await database.$transaction([write, insertMail(database)]);
      onMail();
    },
  };
}

export type CodeSender = ReturnType<typeof createCodeSender>;
