/** better-auth's database hooks: what happens when it writes users, sessions and linked accounts. */
import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { endOldestSessions } from '#server/retention.ts';
import type { Settings } from '#server/settings.ts';
import { recordEvent } from './audit-log.ts';
import { wasJoined } from './email-code/concurrent-sign-up.ts';
import type { FormerAdmins } from './former-admins.ts';
import { impersonationFields, keptExpiry, recordSession } from './impersonation.ts';
import { noTokens } from './providers/identity-providers.ts';
import type { ProviderPictures } from './providers/provider-pictures.ts';

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>;
type DatabaseHooksDeps = {
  database: Database;
  settings: Settings;
  formerAdmins: FormerAdmins;
  pictures: ProviderPictures;
};

/** @throws {APIError} FORBIDDEN for a service account: an identity provider names its address */
async function requirePerson(database: Database, id: string): Promise<void> {
  const user = await database.user.findUnique({
    where: { id },
    select: { isServiceAccount: true },
  });
  if (user?.isServiceAccount) throw new APIError('FORBIDDEN', { code: 'FORBIDDEN' });
}

export function createDatabaseHooks(deps: DatabaseHooksDeps): DatabaseHooks {
  const { database, settings, formerAdmins, pictures } = deps;
  return {
    account: {
      create: {
        before: async ({ userId }) => {
          await requirePerson(database, userId);
          return { data: noTokens };
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
              // The hash of a picture of ours, not the address of one elsewhere.
              image: null,
              // Invited users have no language yet: that of their first request counts.
              language: user.language ?? languageOfRequest(context?.headers ?? new Headers()),
            },
          };
        },
        // Invitations are recorded with the manager who sent them, in modules/user/service.ts.
        after: async (user, context) => {
          pictures.copyFor(context, user.id);
          if (!user.emailVerified || wasJoined(user) || user.isServiceAccount) return;
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
