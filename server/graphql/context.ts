/** What every resolver may use. */
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
  /** For writes to people and their sessions, which go through its hooks. */
  auth: Auth;
  formerAdmins: FormerAdmins;
  mailer: Mailer;
  changes: Changes;
  /** Keeps the viewers of open streams up to date. */
  sessionWatch: SessionWatch;
  settings: Settings;
  requestId: string;
  log: Log;
  /** The signed-in person and their session; null for a stranger. */
  viewer: Viewer | null;
  /** The language of messages in this answer. */
  language: Language;
  t: Text;
};

/**
 * Whether the viewer may do what `permission` names. While a manager acts as the viewer, nothing that
 * a plain user may not: acting never adds to what the manager does under their own name.
 */
export function viewerCan({ viewer }: Pick<Context, 'viewer'>, permission: Permission): boolean {
  if (viewer?.session.impersonatedBy && !can('user', permission)) return false;
  return can(viewer?.user.role, permission);
}

/** Everything that the viewer may do. */
export function viewerPermissions(context: Pick<Context, 'viewer'>): Permission[] {
  return permissionsOf(context.viewer?.user.role).filter((permission) =>
    viewerCan(context, permission),
  );
}
