import type { Auth, AuthSession } from '#server/auth/auth.ts';
import type { FormerAdmins } from '#server/auth/former-admins.ts';
import type { SessionWatch } from '#server/auth/session-watch.ts';
import type { Changes } from '#server/database/changes.ts';
import type { Database } from '#server/database/client.ts';
import type { Text } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import { can, type Permission, permissionsOf } from '#shared/permissions.ts';

export type Viewer = AuthSession;

export type Context = {
  database: Database;
  /** For writes to users and sessions, which run better-auth's hooks. */
  auth: Auth;
  formerAdmins: FormerAdmins;
  mailer: Mailer;
  changes: Changes;
  /** Keeps the viewers of open event streams up to date. */
  sessionWatch: SessionWatch;
  settings: Settings;
  requestId: string;
  log: Log;
  /** The signed-in user and their session; null if the request is anonymous. */
  viewer: Viewer | null;
  /** The language of the messages in this response. */
  language: Language;
  t: Text;
};

/** Whether the viewer has `permission`. An impersonated viewer has at most those of a plain user. */
export function viewerCan({ viewer }: Pick<Context, 'viewer'>, permission: Permission): boolean {
  if (viewer?.session.impersonatedBy && !can('user', permission)) return false;
  return can(viewer?.user.role, permission);
}

/** Every permission of the viewer. */
export function viewerPermissions(context: Pick<Context, 'viewer'>): Permission[] {
  return permissionsOf(context.viewer?.user.role).filter((permission) =>
    viewerCan(context, permission),
  );
}
