import { useEffect, useRef, useState } from 'react';
import { dayText, readDay } from '#client/lib/day.ts';
import { DatePicker } from './date-picker.tsx';
import { Field } from './field.tsx';

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
  const hidden = useRef<HTMLInputElement>(null);
  const shown = useRef(day);

  // The form listens for input events, which hidden fields don't fire.
  useEffect(() => {
    if (shown.current === day) return;
    shown.current = day;
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [day]);

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
          <input
            ref={hidden}
            type="hidden"
            name={name}
            value={day}
            onInput={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}
