import {
  Ban,
  Building2,
  Download,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  UserRound,
  UsersRound,
  VenetianMask,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { entities } from '#client/generated/entities.ts';
import { unmask } from '#client/graphql/fragments.ts';
import { formatList, isolated } from '#client/i18n/format.ts';
import { apiRole } from '#client/lib/roles.ts';
import { Cells, type Column, columnLayout } from '#client/ui/list/columns.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { enumName } from '#shared/enum-name.ts';
import { isLanguage, languages } from '#shared/languages.ts';
import { parseRoles } from '#shared/permissions.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { EventActions } from './event-actions.tsx';
import { aboutOther, memberOf, subjectPath } from './event-names.ts';
import type { AuditLogNode } from './use-audit-log-page.ts';

const icons: readonly (readonly [beginning: string, icon: LucideIcon])[] = [
  ...entities.map(({ type, icon }) => [`${enumName(type)}_`, icon] as const),
  ['INVITATION', Building2],
  ['ORGANIZATION', Building2],
  ['TEAM', UsersRound],
  ['ACCESS_TOKEN', KeyRound],
  ['SIGNED_IN', LogIn],
  ['SIGNED_OUT', LogOut],
  ['LIST', Download],
  ['BANNED', Ban],
  ['IMPERSONAT', VenetianMask],
];

const memberRoles: Readonly<Record<string, 'OWNER' | 'ADMIN' | 'MEMBER'>> = {
  owner: 'OWNER',
  admin: 'ADMIN',
  member: 'MEMBER',
};

function useDetail({ kind, detail }: AuditLogRowFragment): string {
  const { t } = useTranslation(['audit', 'user']);
  if (!detail) return '';
  if (kind === 'ROLE_CHANGED') {
    const roles = parseRoles(detail).map((role) => t(`user:role.${apiRole(role)}`));
    return formatList(roles) || detail;
  }
  if (kind === 'LANGUAGE_CHANGED') {
    return isLanguage(detail) ? languages[detail].name : detail;
  }
  const memberRole = /^(MEMBER|INVITATION)/.test(kind) && memberRoles[detail];
  if (memberRole) return t(`memberRole.${memberRole}`);
  // An access token whose scopes changed has its present name here.
  const isFormer = /^(NAME|EMAIL)_CHANGED$|_UPDATED$/.test(kind) && kind !== 'ACCESS_TOKEN_UPDATED';
  return isFormer ? t('row.former', { name: isolated(detail) }) : isolated(detail);
}

type AuditLogRowProps = {
  event: AuditLogNode;
  columns: readonly Column<AuditLogRowFragment>[];
};

export function AuditLogRow({ event: masked, columns }: AuditLogRowProps) {
  const event = unmask(masked);
  const { t } = useTranslation('audit');
  const about = aboutOther(event);
  const detail = useDetail(event);
  const { kind } = event;
  const [, icon = UserRound] = icons.find(([beginning]) => kind.startsWith(beginning)) ?? [];
  const names = [about, memberOf(event)].map((name) => name && isolated(name));
  const token = event.accessTokenName;
  const means = token && t('row.byToken', { name: isolated(token) });
  const subtitle = [...names, detail, means].filter(Boolean).join(' · ');
  return (
    <Row
      layout={columnLayout}
      to={subjectPath(event)}
      lead={<RowIcon icon={icon} />}
      title={t(`kind.${kind}`, { defaultValue: kind })}
      {...(subtitle && { subtitle })}
      end={<Cells columns={columns} node={event} />}
      actions={<EventActions event={event} />}
    />
  );
}
