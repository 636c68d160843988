import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import { recordEvent } from './audit-log/audit-log.ts';
import { wasJoined } from './email-code/concurrent-sign-up.ts';
import { codeOwner } from './email-code/stored-codes.ts';
import type { FormerAdmins } from './former-admins.ts';
import {
  auditImpersonation,
  impersonationFields,
  keepImpersonationExpiry,
} from './impersonation/sessions.ts';
import { requirePasskey } from './passkeys/passkey-policy.ts';
import type { PendingSignIns } from './passkeys/pending-sign-in.ts';
import { usedPasskey, usedPasskeyName } from './passkeys/plugin.ts';
import type { ProviderHooks } from './providers/provider-hooks.ts';
import type { AnnounceNewDevice } from './sessions/new-device.ts';
import { isReauthenticating } from './sessions/reauthentication.ts';
import { touchUser } from './sessions/session-activity.ts';
import { bannedUsers } from './sessions/session-rules.ts';
import { endOldestSessions, endSessions } from './sessions/session-store.ts';

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>;
type DatabaseHooksDeps = {
  database: Database;
  settings: Settings;
  formerAdmins: FormerAdmins;
  providerHooks: ProviderHooks;
  announceNewDevice: AnnounceNewDevice;
  pendingPasskeySignIns: PendingSignIns;
};

async function recordSignIn(
  database: Database,
  session: { id: string; userId: string; passkeyName?: string | null },
): Promise<void> {
  const { id: sessionId, userId, passkeyName } = session;
  await recordEvent(database, { userId, kind: 'signed_in', sessionId, detail: passkeyName });
  await touchUser(database, userId);
}

/**
 * Ends a session whose user lost `credentials`, or was banned, while it was opened: what ends all sessions may be
 * committed between checking credentials and creating this one.
 *
 * @throws {APIError} UNAUTHENTICATED
 */
async function requireCredentials(
  database: Database,
  { id, userId }: { id: string; userId: string },
  credentials: (Prisma.UserWhereInput | undefined)[],
): Promise<void> {
  const used = credentials.filter((credential) => credential !== undefined);
  if (used.length === 0) return;
  const user = { OR: [{ NOT: { AND: used } }, bannedUsers()] };
  const count = await endSessions(database, [userId], { only: { id, user } });
  if (count > 0) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
}

export function createDatabaseHooks(deps: DatabaseHooksDeps): DatabaseHooks {
  const { database, settings, formerAdmins, providerHooks, announceNewDevice } = deps;
  return {
    account: providerHooks.account,
    user: {
      create: {
        before: async (user, context) => {
          providerHooks.notePicture(context, user.image);
          return {
            data: {
              ...user,
              ...((await formerAdmins.makesAdmin(user.email)) ? { role: 'admin' } : {}),
              // Never an external URL, which pages would load.
              image: null,
              // Invited users have no language yet. Use their first request's.
              language: user.language ?? languageOfRequest(context?.headers ?? new Headers()),
            },
          };
        },
        // modules/user/service.ts records invitations, with the manager who sent them.
        after: async (user, context) => {
          providerHooks.copyPicture(context, user.id);
          if (!user.emailVerified || wasJoined(user) || user.isServiceAccount) return;
          providerHooks.noteSignUp(user.id);
          await recordEvent(database, { userId: user.id, kind: 'created' });
        },
      },
      // A sign-in would clear an expired ban by ID, also one that was renewed since. `clearExpiredBans` clears it.
      update: { before: async (changes) => !('banned' in changes) },
    },
    session: {
      create: {
        before: async (...created) => {
          await requirePasskey(deps, created[0].userId);
          return {
            data: {
              ...impersonationFields(...created),
              signInMethod: currentRequest()?.signInMethod ?? null,
              passkeyName: usedPasskeyName(),
              identityProviderName: providerHooks.usedProviderName(created[1]),
              ...(settings.demo && { ipAddress: null, userAgent: null }),
            },
          };
        },
        after: async (session, context) => {
          await requireCredentials(database, session, [
            codeOwner(context),
            usedPasskey(),
            providerHooks.usedProvider(context),
          ]);
          if (isReauthenticating()) return;
          await deps.pendingPasskeySignIns.endIn(context?.headers ?? new Headers());
          await endOldestSessions(database, session.userId, settings.sessionsPerUser);
          if (settings.demo) return;
          await announceNewDevice(session, context?.headers ?? new Headers());
          if (!session.impersonatedBy) await recordSignIn(database, session);
          await auditImpersonation(database, session);
        },
      },
      update: { before: keepImpersonationExpiry },
    },
  };
}
