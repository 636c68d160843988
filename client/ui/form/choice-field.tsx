import { useId } from 'react';
import { FieldNote } from './field.tsx';
import { useFieldError } from './form-context.ts';

type ChoiceFieldProps = {
  name: string;
  label: string;
  options: readonly { value: string; label: string; hint: string }[];
  defaultValue: string;
};

export function ChoiceField({ name, label, options, defaultValue }: ChoiceFieldProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${id}-note` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {options.map(({ value, label, hint }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-line-strong bg-surface-raised p-3 transition-colors duration-150 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-describedby={`${id}-${value}`}
            aria-labelledby={`${id}-${value}-label`}
            className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          />
          <span className="grid text-sm">
            <span id={`${id}-${value}-label`} className="font-medium">
              {label}
            </span>
            <span id={`${id}-${value}`} className="text-text-muted">
              {hint}
            </span>
          </span>
        </label>
      ))}
      <FieldNote id={`${id}-note`} name={name} />
    </fieldset>
  );
}
