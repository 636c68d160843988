import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { controlClass, Field, FieldNote, useFieldError } from './field.tsx';

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
          className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-surface-raised p-3 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-describedby={`${id}-${value}`}
            aria-labelledby={`${id}-${value}-label`}
            className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised outline-none checked:border-5 checked:border-accent forced-colors:appearance-auto"
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

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode };

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 py-1.5 text-sm pointer-coarse:py-3">
      <input {...input} type="checkbox" className="row-check mt-0.5 size-4 shrink-0" />
      {label}
    </label>
  );
}

type CheckboxFieldProps = {
  name: string;
  label: string;
  hint?: string;
  defaultChecked?: boolean | undefined;
};

/** Checkbox field. Its value is true or false. */
export function CheckboxField({ name, label, hint, defaultChecked }: CheckboxFieldProps) {
  const noteId = useId();
  const error = useFieldError(name);
  return (
    <div className="grid justify-items-start">
      <Checkbox
        name={name}
        label={<span className="font-medium">{label}</span>}
        defaultChecked={defaultChecked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
      />
      <FieldNote
        id={noteId}
        name={name}
        hint={hint}
        className="-mt-1 ps-6.5 pointer-coarse:-mt-2.5"
      />
    </div>
  );
}

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
