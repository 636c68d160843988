import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useReplaceParam, useReplaceParams } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { dayText, readDay } from '#client/lib/day.ts';
import { DateRangePicker } from '#client/ui/form/date-picker.tsx';
import { ClearFilters, FilterMenu, filterClass } from '#client/ui/list/filter-menu.tsx';
import { AuditLogPersonDocument, type AuditLogRowFragment } from './audit-log.generated.ts';
import { type AuditLogFilter, isFiltered, noFilter, shownKinds } from './audit-log-list.ts';
import { aboutOther, doneBy, personName } from './event-names.ts';

type AuditLogFiltersProps = {
  filter: AuditLogFilter;
  example: AuditLogRowFragment | null | undefined;
};

function useFilterName(
  id: string | null,
  example: AuditLogFiltersProps['example'],
  nameIn: (event: AuditLogRowFragment) => string | null,
): string {
  const pause = example !== null || !id?.startsWith('usr_');
  const [{ data, fetching }] = useQuery({
    query: AuditLogPersonDocument,
    variables: { id: id ?? '' },
    pause,
  });
  if (example === undefined || fetching) return '…';
  const name = example && nameIn(example);
  return name || (data?.user ? personName(data.user) : (id ?? ''));
}

const isOrganizationId = (id: string | null) => id?.startsWith('org_');

export function AuditLogFilters({ filter, example }: AuditLogFiltersProps) {
  const { t } = useTranslation('audit');
  const replaceParams = useReplaceParams();
  const { kind, actor, subject, from, to } = filter;
  const day = (text: string | null) => readDay(text) ?? undefined;
  const actorName = useFilterName(actor, example, (event) => doneBy(event).name);
  const subjectName = useFilterName(subject, example, (event) =>
    isOrganizationId(subject)
      ? (event.organizationName ?? null)
      : (aboutOther(event) ?? doneBy(event).name),
  );
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <FilterMenu
        param="kind"
        label={t('filter.kind')}
        any={t('filter.anyKind')}
        value={kind}
        options={shownKinds().map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <DateRangePicker
        filter
        label={t('field.when')}
        max={new Date()}
        value={{ from: day(from), to: day(to) }}
        onChange={(days) =>
          void replaceParams({
            from: days.from ? dayText(days.from) : '',
            to: days.to ? dayText(days.to) : '',
          })
        }
      />
      {actor && <Chip param="actor" text={t('filter.by', { name: actorName })} />}
      {subject && <Chip param="subject" text={t('filter.about', { name: subjectName })} />}
      {isFiltered(filter) && (
        <ClearFilters label={t('filter.clear')} onClear={() => void replaceParams(noFilter)} />
      )}
    </div>
  );
}

function Chip({ param, text }: { param: string; text: string }) {
  const { t } = useTranslation('audit');
  const replaceParam = useReplaceParam(param);
  return (
    <button
      type="button"
      aria-label={t('filter.remove', { filter: text })}
      className={cx(filterClass(true), 'max-w-full shrink! py-1')}
      onClick={() => void replaceParam('')}
    >
      <span className="line-clamp-2 max-w-60 text-start whitespace-normal">{text}</span>
      <X className="size-4 shrink-0" />
    </button>
  );
}
