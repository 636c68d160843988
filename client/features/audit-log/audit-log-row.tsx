import {
  Ban,
  Building2,
  Download,
  FolderGit2,
  KeyRound,
  LogIn,
  type LucideIcon,
  UserRound,
  UsersRound,
  VenetianMask,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#client/graphql/fragments.ts';
import { formatList, isolated } from '#client/i18n/format.ts';
import { Cells, type Column } from '#client/ui/list/columns.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { parseRoles } from '#shared/permissions.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { aboutOther, type LoggedEvent, memberOf, subjectPath } from './event-names.ts';
import type { AuditLogNode } from './use-audit-log-page.ts';

// Not needed to show the rows.
const EventActions = lazy(() => import('./event-actions.tsx'));

/** Icons by the first words of a kind. */
const icons: readonly (readonly [beginning: string, icon: LucideIcon])[] = [
  ['REPOSITORY', FolderGit2],
  ['ORGANIZATION', Building2],
  ['TEAM', UsersRound],
  ['ACCESS_TOKEN', KeyRound],
  ['SIGNED_IN', LogIn],
  ['LIST', Download],
  ['BANNED', Ban],
  ['IMPERSONATED', VenetianMask],
];

const memberRoles: Readonly<Record<string, 'OWNER' | 'ADMIN' | 'MEMBER'>> = {
  owner: 'OWNER',
  admin: 'ADMIN',
  member: 'MEMBER',
};

/** What is known besides the kind: a former name, a role, the reason of a ban. */
function useDetail({ kind, detail }: LoggedEvent): string {
  const { t } = useTranslation(['audit', 'user']);
  if (!detail) return '';
  if (kind === 'ROLE_CHANGED') {
    const roles = parseRoles(detail).map((role) =>
      t(role === 'admin' ? 'user:role.ADMIN' : 'user:role.USER'),
    );
    return formatList(roles) || detail;
  }
  const memberRole = kind.startsWith('MEMBER') && memberRoles[detail];
  if (memberRole) return t(`memberRole.${memberRole}`);
  const isFormer = /^((NAME|EMAIL)_CHANGED|(REPOSITORY|ORGANIZATION|TEAM)_UPDATED)$/.test(kind);
  return isFormer ? t('row.former', { name: isolated(detail) }) : isolated(detail);
}

type AuditLogRowProps = {
  event: AuditLogNode;
  columns: readonly Column<AuditLogRowFragment>[];
};

/** Row of the audit log. Leads to the record that the event is about. */
export function AuditLogRow({ event: masked, columns }: AuditLogRowProps) {
  const event = unmask(masked);
  const { t } = useTranslation('audit');
  const about = aboutOther(event);
  const detail = useDetail(event);
  const { kind } = event;
  const [, icon = UserRound] = icons.find(([beginning]) => kind.startsWith(beginning)) ?? [];
  const names = [about, memberOf(event)].map((name) => name && isolated(name));
  const subtitle = [...names, detail].filter(Boolean).join(' · ');
  return (
    <Row
      to={subjectPath(event)}
      lead={<RowIcon icon={icon} />}
      title={t(`kind.${kind}`, { defaultValue: kind })}
      {...(subtitle && { subtitle })}
      end={<Cells columns={columns} node={event} />}
      actions={
        <Suspense>
          <EventActions event={event} />
        </Suspense>
      }
    />
  );
}
