import { ChevronDown, ListFilter, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReplaceParam, useReplaceParams, useSearch } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { EmptyState } from './list-states.tsx';

type FilterMenuProps = {
  param: string;
  label: string;
  any: string;
  value: string | null;
  options: readonly FilterOption[];
};

type FilterOption = {
  value: string;
  label: string;
  /** Begins a group. */
  startsGroup?: boolean;
};

export function filterClass(active: boolean): string {
  return buttonClass(
    'secondary',
    'normal',
    cx('max-sm:px-3', active && 'border-accent! text-accent-text!'),
  );
}

/** Parameters of a list's filters in the URL. */
type ClearFiltersProps = { params: readonly string[] };

function useClear(params: readonly string[]) {
  const replaceParams = useReplaceParams();
  return () => replaceParams(Object.fromEntries(params.map((param) => [param, ''])));
}

/** Hidden while an empty list offers the same. */
const clearClass = 'max-sm:px-3 in-[main:has([data-clear])]:hidden';

/** Clears a list's filters, if there are any. An icon on phones, to leave the row to the filters. */
export function ClearFilters({ params }: ClearFiltersProps) {
  const { t } = useTranslation('list');
  const search = useSearch();
  const clear = useClear(params);
  if (!params.some((param) => search.has(param))) return null;
  return (
    <Button look="quiet" title={t('filter.clear')} className={clearClass} onClick={clear}>
      <X />
      <span className="max-sm:sr-only">{t('filter.clear')}</span>
    </Button>
  );
}

/** Instead of a list that its filters leave empty. */
export function NoMatch({ params }: ClearFiltersProps) {
  const { t } = useTranslation('list');
  const clear = useClear(params);
  return (
    <EmptyState icon={ListFilter} title={t('filter.none')}>
      <Button data-clear onClick={clear}>
        {t('filter.clear')}
      </Button>
    </EmptyState>
  );
}

const longestId = 40;

/** Reads the ID of a record that a list is filtered by. Those that are too long are ignored. */
export function readId(search: URLSearchParams, name: string): string | null {
  const id = search.get(name);
  return id && id.length <= longestId ? id : null;
}

export function FilterMenu({ param, label, any, value, options }: FilterMenuProps) {
  const { t } = useTranslation();
  const replaceParam = useReplaceParam(param);
  const current = options.find((option) => option.value === value);
  return (
    <Menu
      label={t('labelled', { label, value: current?.label ?? any })}
      align="start"
      triggerClass={filterClass(current !== undefined)}
      trigger={
        <>
          {current?.label ?? label}
          <ChevronDown />
        </>
      }
      entries={[
        { label: any, checked: !current, onSelect: () => replaceParam('') },
        ...options.map((option, index) => ({
          label: option.label,
          checked: option === current,
          onSelect: () => replaceParam(option.value),
          group: index === 0 || option.startsGroup === true,
        })),
      ]}
    />
  );
}
