import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dayText, readDay } from '#client/lib/day.ts';
import { useReplaceParam, useReplaceParams } from '#client/lib/use-search.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DateRangePicker } from '#client/ui/form/date-picker.tsx';
import { FilterMenu, filterClass } from '#client/ui/list/filter-menu.tsx';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { type AuditLogFilter, auditKinds, isFiltered, noFilter } from './audit-log-list.ts';
import { aboutOther, doneBy } from './event-names.ts';

type AuditLogFiltersProps = {
  filter: AuditLogFilter;
  /** An event that the filters let through, for the names of their IDs. */
  example: AuditLogRowFragment | undefined;
};

/** Filters of the audit log: kind, period, and who it is by or about. */
export function AuditLogFilters({ filter, example }: AuditLogFiltersProps) {
  const { t } = useTranslation('audit');
  const replaceParams = useReplaceParams();
  const { kind, actor, subject, from, to } = filter;
  const day = (text: string | null) => readDay(text) ?? undefined;
  const actorName = (example && doneBy(example).name) ?? actor;
  const subjectName = (example && (aboutOther(example) ?? doneBy(example).name)) ?? subject;
  return (
    <div className="flex flex-wrap gap-2">
      <FilterMenu
        param="kind"
        label={t('filter.kind')}
        any={t('filter.anyKind')}
        value={kind}
        options={auditKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
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
        <Button look="quiet" onClick={() => void replaceParams(noFilter)}>
          <X aria-hidden="true" className="size-4" />
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

/** A filter that a row's menu has set. Its button removes it. */
function Chip({ param, text }: { param: string; text: string }) {
  const { t } = useTranslation('audit');
  const replaceParam = useReplaceParam(param);
  return (
    <button
      type="button"
      aria-label={t('filter.remove', { filter: text })}
      className={filterClass(true)}
      onClick={() => void replaceParam('')}
    >
      <span className="max-w-60 truncate">{text}</span>
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}
