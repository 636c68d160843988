/** How an event of the audit log is told: by whom, about what, its details, and its line in the list of an account. */

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { displayName, userPaths } from '#client/features/user/entity.ts';
import { formatList, isolated } from '#client/i18n/format.ts';
import { cx } from '#client/lib/class-names.ts';
import { apiRole } from '#client/lib/roles.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { isLanguage, languages } from '#shared/languages.ts';
import { organizationRoleNames } from '#shared/organization-roles.ts';
import { parseRoles } from '#shared/permissions.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';

type Acted = Pick<AuditLogRowFragment, 'actor' | 'actorName'>;

/** The event's actor: the current name, or the recorded one if the account is gone. */
export function doneBy({ actor, actorName }: Acted): { id: string | null; name: string | null } {
  return actor ? { id: actor.id, name: displayName(actor) } : { id: null, name: actorName };
}

export function Actor({ event, className }: { event: Acted; className?: string }) {
  const { id, name } = doneBy(event);
  const text = <bdi className="wrap-anywhere">{name}</bdi>;
  if (!id) return name && text;
  return (
    <Link to={userPaths.detail(id)} className={cx('hover:underline', className)}>
      {text}
    </Link>
  );
}

const isOrganizationInvitation = (id: string) => id.startsWith('inv_');

/** The event's subject, unless it is the actor. */
export function aboutOther(event: AuditLogRowFragment): string | null {
  const { actorId, user, repository, organizationName, subjectName, subjectId } = event;
  if (subjectId === actorId) return null;
  // The log doesn't store email addresses of invitees.
  if (isOrganizationInvitation(subjectId)) return organizationName;
  return user ? displayName(user) : (subjectName ?? repository?.name ?? subjectId);
}

export function memberOf({ subjectId, organizationName }: AuditLogRowFragment): string | null {
  return subjectId.startsWith('usr_') ? organizationName : null;
}

export function subjectPath({
  user,
  repository,
  organization,
}: AuditLogRowFragment): string | undefined {
  if (user) return userPaths.detail(user.id);
  if (organization) return organizationPaths.managedDetail(organization.id);
  return repository ? repositoryPaths.detail('manager', repository.id) : undefined;
}

type Told = { kind: string; detail: string | null };

/** What an event says besides its kind, in the viewer's language. */
export function useDetail({ kind, detail }: Told): string {
  const { t } = useTranslation(['audit', 'user']);
  if (!detail) return '';
  if (kind === 'ROLE_CHANGED') {
    const roles = parseRoles(detail).map((role) => t(`user:role.${apiRole(role)}`));
    return formatList(roles) || detail;
  }
  if (kind === 'LANGUAGE_CHANGED') {
    return isLanguage(detail) ? languages[detail].name : detail;
  }
  const memberRole =
    /^(MEMBER|INVITATION)/.test(kind) && organizationRoleNames.find((name) => name === detail);
  if (memberRole) {
    return t(`memberRole.${memberRole.toUpperCase() as Uppercase<typeof memberRole>}`);
  }
  // An access token whose scopes changed has its present name here.
  const isFormer = /^(NAME|EMAIL)_CHANGED$|_UPDATED$/.test(kind) && kind !== 'ACCESS_TOKEN_UPDATED';
  return isFormer ? t('row.former', { name: isolated(detail) }) : isolated(detail);
}

type EventLineProps = { event: Told & { createdAt: string }; children?: ReactNode };

/** An event of an account's own list. `children`: by whom, if not by its owner. */
export function EventLine({ event, children }: EventLineProps) {
  const { t } = useTranslation('audit');
  const { kind, createdAt } = event;
  const detail = useDetail(event);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm">
      <div className="min-w-0">
        <p>{t(`kind.${kind}` as 'kind.CREATED', { defaultValue: kind })}</p>
        {detail && (
          <p
            dir="auto"
            className="max-w-[72ch] text-match-parent wrap-anywhere whitespace-pre-line text-text-muted"
          >
            {detail}
          </p>
        )}
        {children}
      </div>
      <span className="text-text-muted">
        <RelativeTime value={createdAt} focusable />
      </span>
    </li>
  );
}
