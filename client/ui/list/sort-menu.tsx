import { ArrowDownWideNarrow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReplaceParam } from '#client/lib/address/use-search.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';

type SortMenuProps = { value: string; options: readonly { value: string; label: string }[] };

/** Sort order of a list, kept in the URL as `sort`. The first option is the default. */
export function SortMenu({ value, options }: SortMenuProps) {
  const { t } = useTranslation();
  const replaceParam = useReplaceParam('sort');
  const current = options.find((option) => option.value === value) ?? options[0];
  return (
    <Menu
      label={t('list.sortedBy', { order: current?.label })}
      triggerClass={buttonClass('secondary', 'normal', 'max-sm:px-3')}
      trigger={
        <>
          <ArrowDownWideNarrow className="size-4" />
          <span className="max-sm:sr-only">{current?.label}</span>
        </>
      }
      entries={options.map((option) => ({
        label: option.label,
        checked: option.value === current?.value,
        onSelect: () => void replaceParam(option === options[0] ? '' : option.value),
      }))}
    />
  );
}
