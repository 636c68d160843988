import { useTranslation } from 'react-i18next';
import { userPaths } from '#client/features/user/entity.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { Link } from '#client/ui/base/link.tsx';
import { type Column, useColumns } from '#client/ui/list/columns.tsx';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { doneBy } from './event-names.ts';

/** Includes seconds because the order of events matters: Nov 21, 2026, 9:41:03 AM. */
function exactTime(value: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return format.format(new Date(value));
}

function Actor({ event }: { event: AuditLogRowFragment }) {
  const { id, name } = doneBy(event);
  const text = <bdi className="wrap-anywhere">{name}</bdi>;
  if (!id) return name && text;
  return (
    <Link to={userPaths.detail(id)} className="text-text hover:underline">
      {text}
    </Link>
  );
}

export function useAuditLogColumns(): {
  all: Column<AuditLogRowFragment>[];
  shown: Column<AuditLogRowFragment>[];
} {
  const { t } = useTranslation('audit');
  const all: Column<AuditLogRowFragment>[] = [
    {
      id: 'actor',
      label: t('field.actor'),
      width: '@2xl:column-36 @4xl:column-52',
      labelled: true,
      empty: '–',
      cell: (event) => doneBy(event).name && <Actor event={event} />,
    },
    {
      id: 'network',
      label: t('field.network'),
      width: '@2xl:column-32',
      shown: true,
      wide: true,
      labelled: true,
      empty: '–',
      cell: ({ network }) => network && <bdi className="wrap-anywhere">{network}</bdi>,
    },
    {
      id: 'when',
      label: t('field.when'),
      width: '@2xl:column-48',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
          {exactTime(createdAt)}
        </time>
      ),
    },
  ];
  return { all, shown: useColumns('audit-log', all) };
}
