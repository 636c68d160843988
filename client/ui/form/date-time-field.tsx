import type { ComponentProps } from 'react';
import { dayText } from '#client/lib/day.ts';
import { TextField } from './field.tsx';

type DateTimeFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'defaultValue'> & {
  /** In ISO 8601. */
  defaultValue?: string | null | undefined;
};

/** Field of a date and time in the browser's time zone, without seconds. */
export function DateTimeField({ defaultValue, ...field }: DateTimeFieldProps) {
  const shown = defaultValue ? localText(new Date(defaultValue)) : '';
  return <TextField {...field} type="datetime-local" defaultValue={shown} />;
}

function localText(date: Date): string {
  const [hours, minutes] = [date.getHours(), date.getMinutes()];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${dayText(date)}T${twoDigits(hours)}:${twoDigits(minutes)}`;
}
