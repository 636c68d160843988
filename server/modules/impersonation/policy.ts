import { isBanned, wasAdminToday } from '#server/auth/sessions/session-rules.ts';
import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';
import { can } from '#shared/permissions.ts';

type Target = {
  id: string;
  role: string;
  onboardedAt: Date | null;
  lastAdminAt: Date | null;
  banned: boolean;
  banExpires: Date | null;
};

/** Excludes current admins, admins within the last 24 hours, banned users and users before onboarding. */
export function canImpersonate(context: Context, user: Target): boolean {
  return (
    viewerCan(context, 'user:impersonate') &&
    !isViewer(context, user.id) &&
    !can(user.role, 'user:impersonate') &&
    !wasAdminToday(user) &&
    user.onboardedAt !== null &&
    !isBanned(user)
  );
}
