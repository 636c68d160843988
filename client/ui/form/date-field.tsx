import { useState } from 'react';
import { dayText, readDay } from '#client/lib/day.ts';
import { DatePicker } from './date-picker.tsx';
import { Field } from './field.tsx';
import { HiddenValue } from './hidden-value.tsx';

type DateFieldProps = {
  name: string;
  label: string;
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
    <Field name={name} label={label} hint={hint} optional={optional ?? false}>
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
