import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote } from './field.tsx';
import { useFieldError } from './form-context.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode };

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 py-1.5 text-sm pointer-coarse:py-3">
      <input {...input} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
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
