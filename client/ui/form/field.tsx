import {
  createContext,
  type Dispatch,
  type InputHTMLAttributes,
  type ReactNode,
  type SetStateAction,
  type TextareaHTMLAttributes,
  use,
  useId,
} from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import type { FieldErrors } from './validate.ts';

export const FormContext = createContext<{
  errors: FieldErrors;
  /** Errors of values that other records have, shown until the field changes. */
  setUsed: Dispatch<SetStateAction<FieldErrors>>;
  pending: boolean;
  isDirty: () => boolean;
  /** What someone else has saved in fields that the user has changed, too. */
  conflicts: Record<string, string>;
}>({ errors: {}, setUsed: () => {}, pending: false, isDirty: () => false, conflicts: {} });

export function useFormPending(): boolean {
  return use(FormContext).pending;
}

export function useFieldError(name: string): string | undefined {
  return use(FormContext).errors[name];
}

export const controlClass = cx(
  'w-full text-ellipsis rounded-control border border-line-strong bg-surface-raised px-3 text-base text-text',
  'transition-colors focus-visible:outline-2 focus-visible:-outline-offset-1',
  'md:text-sm',
  'aria-invalid:border-danger aria-invalid:outline-danger',
);

type Frame = { name: string; label: string; hint?: ReactNode; optional?: boolean };

export type ControlProps = {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldNoteProps = { id: string; name: string; hint?: ReactNode; className?: string };

/** What someone else has saved in the meantime, and an error and the hint. */
export function FieldNote({ id, name, hint, className }: FieldNoteProps) {
  const { t } = useTranslation();
  const { conflicts, errors } = use(FormContext);
  const [saved, error] = [conflicts[name], errors[name]];
  return (
    <>
      {saved !== undefined && (
        <p className="rounded-control bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <span>{t('form.savedByOther')}</span>{' '}
          <bdi className="font-medium whitespace-pre-wrap wrap-anywhere">{saved || '–'}</bdi>
        </p>
      )}
      {(error || hint) && (
        <div id={id} className={cx('grid gap-1 text-sm text-text-muted', className)}>
          {error && (
            <p role="alert" className="flex gap-1.5 text-danger-text">
              <AlertIcon />
              {/* Text beside an element has an element of its own: React can't update what a translator replaced. */}
              <span>{errorText(error)}</span>
            </p>
          )}
          {hint && <p>{hint}</p>}
        </div>
      )}
    </>
  );
}

/** Wraps a control with its label above, and its error and hint below. */
export function Field({
  name,
  label,
  hint,
  optional,
  children,
}: Frame & { children: (props: ControlProps) => ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError(name);
  const noteId = `${id}-note`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium">
        {label}
        {optional && (
          <span className="text-xs font-normal text-text-muted">{t('form.optional')}</span>
        )}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      <FieldNote id={noteId} name={name} hint={hint} />
    </div>
  );
}

type TextFieldProps = Frame & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'>;

export function TextField({ name, label, hint, optional, className, ...rest }: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional ?? false}>
      {(props) => (
        <input
          type="text"
          {...rest}
          {...props}
          className={cx(controlClass, 'min-h-10 pointer-coarse:min-h-11', className)}
        />
      )}
    </Field>
  );
}

/** Email field. Left to right in every language. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="rtl:text-end"
      {...props}
    />
  );
}

type TextAreaFieldProps = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'id'>;

export function TextAreaField({ name, label, hint, optional, ...rest }: TextAreaFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional ?? false}>
      {(props) => (
        <textarea
          rows={4}
          {...rest}
          {...props}
          className={cx(controlClass, 'field-sizing-content max-h-96 min-h-18 py-2')}
        />
      )}
    </Field>
  );
}
