import { ChevronDown } from 'lucide-react';
import { cx } from '#client/lib/class-names.ts';
import { controlClass, Field } from './field.tsx';

type SelectFieldProps = {
  name: string;
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  defaultValue: string;
  onChange?: (value: string) => void;
};

export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, options, defaultValue, onChange } = props;
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <span className="relative grid">
          <select
            {...control}
            defaultValue={defaultValue}
            onChange={onChange && ((event) => onChange(event.target.value))}
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
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-text-muted" />
        </span>
      )}
    </Field>
  );
}
