import { type ComponentProps, useState } from 'react';
import { dayText, readDay } from '#client/lib/day.ts';
import { DatePicker } from './date-picker.tsx';
import { Field, TextField } from './field.tsx';
import { HiddenValue } from './hidden-value.tsx';

type DateFieldProps = {
  name: string;
  label: string;
  /** Not shown beside `empty`. */
  hint?: string;
  optional?: boolean;
  defaultValue?: string | null | undefined;
  /** Shown instead of an empty value, such as “No end”. */
  empty?: string;
  min?: Date;
  max?: Date;
};

/** Date field. Its value is `YYYY-MM-DD` or empty. */
export function DateField(props: DateFieldProps) {
  const { name, label, hint, optional, defaultValue, empty, min, max } = props;
  const [day, setDay] = useState(defaultValue ?? '');
  return (
    <Field
      name={name}
      label={label}
      hint={day || !empty ? hint : undefined}
      optional={optional ?? false}
    >
      {(control) => (
        <div>
          <DatePicker
            label={label}
            value={readDay(day)}
            onChange={(chosen) => setDay(chosen ? dayText(chosen) : '')}
            empty={empty}
            min={min}
            max={max}
            button={control}
          />
          <HiddenValue name={name} value={day} onRestore={setDay} />
        </div>
      )}
    </Field>
  );
}

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
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
