import {
  Ban,
  Building2,
  Copy,
  Download,
  ExternalLink,
  KeyRound,
  ListFilter,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  UserRound,
  UserRoundCheck,
  UserRoundPlus,
  UsersRound,
  VenetianMask,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { entities } from '#client/generated/entities.ts';
import { isolated } from '#client/i18n/format.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { useReplaceParams } from '#client/lib/address/use-search.ts';
import { Cells, type Column, columnLayout, useColumns } from '#client/ui/list/columns.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import { enumName } from '#shared/enum-name.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { Actor, aboutOther, doneBy, memberOf, subjectPath, useDetail } from './event-names.tsx';

const icons: readonly (readonly [beginning: string, icon: LucideIcon])[] = [
  ...entities.map(({ type, icon }) => [`${enumName(type)}_`, icon] as const),
  ['INVITATION', Building2],
  ['ORGANIZATION', Building2],
  ['TEAM', UsersRound],
  ['ACCESS_TOKEN', KeyRound],
  ['SIGNED_IN', LogIn],
  ['SIGNED_OUT', LogOut],
  ['LIST', Download],
  ['CREATED', UserRoundPlus],
  ['INVITED', Mail],
  ['ONBOARDED', UserRoundCheck],
  ['BANNED', Ban],
  ['IMPERSONAT', VenetianMask],
];

/** Kinds of events that take something away, so that they stand out. */
const endings = /^BANNED|DELETED$/;

type AuditLogRowProps = {
  event: AuditLogRowFragment;
  columns: readonly Column<AuditLogRowFragment>[];
};

export function AuditLogRow({ event, columns }: AuditLogRowProps) {
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
      lead={<RowIcon icon={icon} tone={endings.test(kind) ? 'danger' : 'neutral'} />}
      title={t(`kind.${kind}`, { defaultValue: kind })}
      {...(subtitle && { subtitle })}
      end={<Cells columns={columns} node={event} />}
      actions={<EventActions event={event} />}
    />
  );
}

const day = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** With the year if it is another one, and in the tooltip with seconds, because the order of events matters. */
function EventTime({ value }: { value: string }) {
  const date = new Date(value);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const text = (format: Intl.DateTimeFormatOptions) =>
    date.toLocaleString(currentLanguage(), format);
  return (
    <time
      dateTime={value}
      title={text({ dateStyle: 'medium', timeStyle: 'medium' })}
      className="whitespace-nowrap tabular-nums"
    >
      {text(isThisYear ? day : { ...day, year: 'numeric' })}
    </time>
  );
}

export function useAuditLogColumns() {
  const { t } = useTranslation('audit');
  return useColumns<AuditLogRowFragment>('audit-log', [
    {
      id: 'actor',
      label: t('field.actor'),
      width: '@2xl:column-36 @4xl:column-52',
      labelled: 'spoken',
      cell: (event) => doneBy(event).name && <Actor event={event} />,
    },
    {
      id: 'network',
      label: t('field.network'),
      width: '@2xl:column-32',
      shown: true,
      wide: true,
      labelled: 'spoken',
      empty: '–',
      cell: ({ network }) =>
        network && (
          <bdi className="wrap-anywhere">
            {network === 'loopback' ? t('network.loopback') : network}
          </bdi>
        ),
    },
    {
      id: 'when',
      label: t('field.when'),
      width: '@2xl:column-40',
      cell: ({ createdAt }) => <EventTime value={createdAt} />,
    },
  ]);
}

function EventActions({ event }: { event: AuditLogRowFragment }) {
  const { t } = useTranslation(['audit', 'common']);
  const replaceParams = useReplaceParams();
  const by = doneBy(event);
  const about = aboutOther(event);
  const path = subjectPath(event);
  const organization = memberOf(event) ? event.organization : null;
  const actorId = by.id;
  return (
    <RowMenu
      label={t('action.menu')}
      entries={[
        path !== undefined && {
          label: t('action.open', { name: about ?? by.name }),
          icon: ExternalLink,
          to: path,
        },
        actorId !== null && {
          label: t('action.onlyBy', { name: by.name }),
          icon: ListFilter,
          onSelect: () => replaceParams({ actor: actorId }),
        },
        organization && {
          label: t('action.onlyAbout', { name: organization.name }),
          icon: ListFilter,
          onSelect: () => replaceParams({ subject: organization.id }),
        },
        {
          label: t('action.onlyAbout', { name: about ?? by.name ?? event.subjectId }),
          icon: ListFilter,
          onSelect: () => replaceParams({ subject: event.subjectId }),
        },
        {
          label: t('action.copyId'),
          icon: Copy,
          onSelect: () => void copyWithToast(event.id, t('common:action.copied')),
        },
      ]}
    />
  );
}
