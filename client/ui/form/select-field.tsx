import { ChevronDown } from 'lucide-react';
import { cx } from '#client/lib/class-names.ts';
import { controlClass, Field } from './field.tsx';

type SelectFieldProps = {
  name: string;
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  defaultValue: string;
};

/** A choice from a list, by the control of the platform. */
export function SelectField({ name, label, hint, options, defaultValue }: SelectFieldProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(props) => (
        <span className="relative grid">
          <select
            {...props}
            defaultValue={defaultValue}
            className={cx(
              controlClass,
              'min-h-10 appearance-none truncate pe-9 pointer-coarse:min-h-11',
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-text-muted"
          />
        </span>
      )}
    </Field>
  );
}
