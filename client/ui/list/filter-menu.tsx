import { ChevronDown, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReplaceParam } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';

type FilterMenuProps = {
  param: string;
  label: string;
  any: string;
  value: string | null;
  /** `group` begins a new one. */
  options: readonly { value: string; label: string; group?: boolean }[];
};

export function filterClass(active: boolean): string {
  return buttonClass(
    'secondary',
    'normal',
    cx('max-sm:px-3', active && 'border-accent! text-accent-text!'),
  );
}

type ClearFiltersProps = { label: string; onClear: () => void };

/** Clears a list's filters. An icon on phones, to leave the row to the filters. */
export function ClearFilters({ label, onClear }: ClearFiltersProps) {
  return (
    <Button look="quiet" title={label} className="max-sm:px-3" onClick={onClear}>
      <X className="size-4" />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
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
          <ChevronDown className="size-4" />
        </>
      }
      entries={[
        { label: any, checked: !current, onSelect: () => void replaceParam('') },
        ...options.map((option, index) => ({
          label: option.label,
          checked: option === current,
          onSelect: () => void replaceParam(option.value),
          group: index === 0 || option.group === true,
        })),
      ]}
    />
  );
}
