import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { endOldestSessions } from '#server/retention.ts';
import type { Settings } from '#server/settings.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { recordEvent } from './audit-log/audit-log.ts';
import { wasJoined } from './email-code/concurrent-sign-up.ts';
import type { FormerAdmins } from './former-admins.ts';
import { noTokens } from './providers/identity-providers.ts';
import type { ProviderPictures } from './providers/provider-pictures.ts';
import { impersonationFields, keptExpiry, recordSession } from './sessions/impersonation.ts';

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>;
type DatabaseHooksDeps = {
  database: Database;
  settings: Settings;
  formerAdmins: FormerAdmins;
  mailer: Mailer;
  pictures: ProviderPictures;
};

/** @throws {APIError} FORBIDDEN for a service account, since an identity provider could assert its address */
async function requirePerson(database: Database, id: string): Promise<void> {
  const user = await database.user.findUnique({
    where: { id },
    select: { isServiceAccount: true },
  });
  if (user?.isServiceAccount) throw new APIError('FORBIDDEN', { code: 'FORBIDDEN' });
}

async function announceProvider(
  { database, settings, mailer }: DatabaseHooksDeps,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  const name = settings.providers.find(({ id }) => id === providerId)?.name ?? providerId;
  await recordEvent(database, { userId, kind: 'provider_linked', detail: name });
  const { email, language } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, language: true },
  });
  const to = await mailer.count('notice', email);
  const known = isLanguage(language) ? language : fallbackLanguage;
  if (to) await mailer.sendProviderLinked({ to, language: known }, name);
}

export function createDatabaseHooks(deps: DatabaseHooksDeps): DatabaseHooks {
  const { database, settings, formerAdmins, pictures } = deps;
  /** Accounts created per request. Their first provider is part of signing up. */
  const created = new WeakMap<object, string>();
  return {
    account: {
      create: {
        before: async ({ userId }) => {
          await requirePerson(database, userId);
          return { data: noTokens };
        },
        after: async (account) => {
          const request = currentRequest();
          if (request && created.get(request) === account.userId) return;
          await announceProvider(deps, account);
        },
      },
    },
    user: {
      create: {
        before: async (user, context) => {
          pictures.note(context, user.image);
          return {
            data: {
              ...user,
              ...((await formerAdmins.makesAdmin(user.email)) ? { role: 'admin' } : {}),
              // A picture is stored as the hash of our copy, not as an external URL.
              image: null,
              // Invited users have no language yet. Use their first request's.
              language: user.language ?? languageOfRequest(context?.headers ?? new Headers()),
            },
          };
        },
        // modules/user/service.ts records invitations, with the manager who sent them.
        after: async (user, context) => {
          pictures.copyFor(context, user.id);
          if (!user.emailVerified || wasJoined(user) || user.isServiceAccount) return;
          const request = currentRequest();
          if (request) created.set(request, user.id);
          await recordEvent(database, { userId: user.id, kind: 'created' });
        },
      },
      delete: { before: async ({ email }) => formerAdmins.add(email) },
    },
    session: {
      create: {
        before: async (session, context) => ({
          data: {
            ...impersonationFields(session, context),
            ...(settings.recordsVisitors ? {} : { ipAddress: null, userAgent: null }),
          },
        }),
        after: async (session) => {
          if (settings.recordsVisitors) await recordSession(database, session);
          await endOldestSessions(database, session.userId, settings.sessionsPerUser);
        },
      },
      update: {
        before: async (_changes, context) => ({ data: keptExpiry(context) }),
      },
    },
  };
}
