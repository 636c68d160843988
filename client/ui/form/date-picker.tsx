import { useTranslation } from 'react-i18next';
import { formatDay, formatDays } from '#client/lib/day.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { OpenOnClick } from '#client/ui/overlay/lazy-overlay.tsx';
import { PickerButton, type PickerProps } from './date-picker-button.tsx';

const load = () => import('./date-picker-content.tsx');
const OpenDatePicker = lazyPart(load);

export type Days = { from: Date | undefined; to?: Date | undefined };

function Picker(picker: PickerProps) {
  return (
    <OpenOnClick load={load} button={(handlers) => <PickerButton picker={picker} {...handlers} />}>
      <OpenDatePicker {...picker} />
    </OpenOnClick>
  );
}

type Common = Pick<PickerProps, 'label' | 'min' | 'max' | 'empty' | 'filter' | 'button'>;

type DatePickerProps = Common & { value: Date | null; onChange: (day: Date | null) => void };

export function DatePicker({ value, onChange, ...rest }: DatePickerProps) {
  return (
    <Picker
      {...rest}
      text={value ? formatDay(value) : ''}
      selection={{
        mode: 'single',
        selected: value ?? undefined,
        onSelect: (day) => onChange(day ?? null),
      }}
      onClear={() => onChange(null)}
    />
  );
}

type DateRangePickerProps = Common & { value: Days; onChange: (days: Days) => void };

export function DateRangePicker({ value: { from, to }, onChange, ...rest }: DateRangePickerProps) {
  const { t } = useTranslation('date');
  const open = from ?? to;
  const half = from
    ? t('from', { day: formatDay(from) })
    : t('until', { day: to && formatDay(to) });
  return (
    <Picker
      {...rest}
      text={from && to ? formatDays(from, to) : open ? half : ''}
      selection={{ mode: 'range', selected: open && { from, to }, onSelect: onChange }}
      onClear={() => onChange({ from: undefined })}
    />
  );
}
