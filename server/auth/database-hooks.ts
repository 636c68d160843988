import type { BetterAuthOptions } from 'better-auth';
import type { Database } from '#server/database/client.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import { recordEvent } from './audit-log/audit-log.ts';
import type { FormerAdmins } from './former-addresses.ts';
import { impersonationFields, keepImpersonationExpiry } from './impersonation/sessions.ts';
import { requirePasskey } from './passkeys/passkey-policy.ts';
import type { ProviderHooks } from './providers/provider-hooks.ts';
import { refused } from './sessions/open-session.ts';
import { currentSignIn } from './sign-in.ts';
import type { Creation } from './storage.ts';

type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>;
type DatabaseHooksDeps = {
  database: Database;
  settings: Settings;
  formerAdmins: FormerAdmins;
  providerHooks: ProviderHooks;
};

type NewUser = { id: string; emailVerified: boolean; isServiceAccount?: boolean };

/** modules/user/service.ts records invitations, with the manager who sent them. */
export const signUp: Creation<NewUser> = async (transaction, user, insert) => {
  // The account may just have been deleted, and a code would create it again.
  if (currentSignIn().renews) throw refused();
  const created = await insert();
  if (!user.emailVerified || user.isServiceAccount) return created;
  currentSignIn().createdUserId = created.id;
  await recordEvent(transaction, { userId: created.id, kind: 'created' });
  return created;
};

export function createDatabaseHooks(deps: DatabaseHooksDeps): DatabaseHooks {
  const { settings, formerAdmins, providerHooks } = deps;
  return {
    account: { create: { before: providerHooks.beforeLinking } },
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
        after: async (user, context) => providerHooks.copyPicture(context, user.id),
      },
      // A sign-in would clear an expired ban by ID, also one that was renewed since. `clearExpiredBans` clears it.
      update: { before: async (changes) => !('banned' in changes) },
    },
    session: {
      create: {
        before: async (...created) => {
          await requirePasskey(deps, created[0].userId);
          const {
            method = null,
            passkeyName = null,
            identityProviderName = null,
          } = currentSignIn();
          return {
            data: {
              ...impersonationFields(...created),
              signInMethod: method,
              passkeyName,
              identityProviderName,
              ...(settings.demo && { ipAddress: null, userAgent: null }),
            },
          };
        },
      },
      update: { before: keepImpersonationExpiry },
    },
  };
}
