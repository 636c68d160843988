import { useEffect, useRef, useState } from 'react';
import { dayText } from '#client/lib/day.ts';
import { DatePicker } from './date-picker.tsx';
import { Field } from './field.tsx';

type DateFieldProps = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** Shown in place of an empty value, such as “No end”. */
  empty?: string;
  min?: Date;
  max?: Date;
};

/** Date field of a form. Its value is `YYYY-MM-DD` or empty. */
export function DateField({ name, label, hint, optional, empty, min, max }: DateFieldProps) {
  const [day, setDay] = useState<Date | null>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const shown = useRef(day);

  // The form listens for input events, which a hidden field does not fire.
  useEffect(() => {
    if (shown.current === day) return;
    shown.current = day;
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [day]);

  return (
    <Field name={name} label={label} hint={hint} optional={optional ?? false}>
      {(props) => (
        <div>
          <DatePicker
            label={label}
            value={day}
            onChange={setDay}
            empty={empty}
            min={min}
            max={max}
            button={props}
          />
          <input ref={hidden} type="hidden" name={name} value={day ? dayText(day) : ''} />
        </div>
      )}
    </Field>
  );
}
