import {
  type FocusEvent,
  type FormEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError, type ErrorDetails, type UserError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { FormContext, useFormPending } from './field.tsx';
import { useKeptValues, useNewerRecord, type VersionedRecord } from './kept-values.ts';
import {
  errorsByField,
  type FieldErrors,
  type FormValues,
  type Rules,
  readValues,
  validate,
} from './validate.ts';

export type FormHandle = {
  /** Shows each error at its field, and the first one without a field above the form. */
  fail: (failed: { errors: readonly UserError[] } & ErrorDetails) => void;
  /** Marks the current values as saved: leaving the page needs no confirmation. A form that stays takes the saved record. */
  saved: (record?: VersionedRecord | null) => void;
  /** Input of an update of `record`: RECORD_CHANGED if someone else has saved a newer one. */
  version: () => { expectedUpdatedAt?: string };
};

type FormProps<Values> = {
  /** The rules, or for a form of texts a function that loads them on the first input. */
  rules: Rules<Values> | (() => Promise<Rules<Values & Record<string, string>>>);
  onSubmit: (values: Values, form: FormHandle) => Promise<void>;
  /** The stored record that the form updates. Its fields mount again to show a newer one. */
  record?: VersionedRecord | undefined;
  /** URL that the form posts to without scripts. */
  action?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Form validated by the same rules as on the server, whose output is submitted. Validates fields on blur and on submit; invalid ones on each
 * input, so that the error disappears once corrected.
 */
export function Form<Values>(props: FormProps<Values>) {
  const { rules, onSubmit, record, action, className, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const submitted = useRef<FormValues>({});
  const isSubmitting = useRef(false);
  const isPressingSubmit = useRef(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [used, setUsed] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const newer = useNewerRecord(record);

  const { conflicts, isDirty } = useKeptValues(element, isSaved, newer.round);

  async function loadRules() {
    return typeof rules === 'function' ? rules().catch(() => undefined) : rules;
  }

  /** With `ifInvalid`, only a field that shows an error by the time the rules have loaded. */
  async function validateField(name: string, { ifInvalid = false } = {}) {
    if (!element.current || !name) return;
    const schema = await loadRules();
    const code = validate(schema, readValues(element.current)).errors[name];
    setErrors((shown) => {
      if (ifInvalid && !shown[name]) return shown;
      const { [name]: _old, ...others } = shown;
      return code ? { ...others, [name]: code } : others;
    });
  }

  function focusFirst(names: string[]) {
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    controls.find((control) => names.includes(control.name))?.focus();
  }

  const handle: FormHandle = {
    fail({ errors: failures, ...details }) {
      const found = errorsByField(failures);
      const shown = Object.keys(found).filter((name) => element.current?.elements.namedItem(name));
      const other = failures.find(({ field }) => !shown.includes(field?.at(-1) ?? ''));
      setErrors(Object.fromEntries(shown.map((name) => [name, found[name] as string])));
      setFailure(other ? new ApiError(other.code, details) : null);
      newer.wait(failures.some(({ code }) => code === 'RECORD_CHANGED'));
      focusFirst(shown);
    },
    saved(stored) {
      isSaved.current = true;
      newer.adopt(stored);
    },
    version: newer.version,
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Read before the rules load, to send the values at the time of submitting, or of submitting again.
    submitted.current = readValues(form);
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      const schema = await loadRules();
      const result = validate(schema, submitted.current);
      setFailure(null);
      if (result.values === undefined) {
        // The user may have corrected a field while the rules loaded.
        setErrors(validate(schema, readValues(form)).errors);
        return focusFirst(Object.keys(result.errors));
      }
      setErrors({});
      setPending(true);
      await onSubmit(result.values, handle);
    } finally {
      isSubmitting.current = false;
      setPending(false);
    }
  }

  function handleBlur({ target }: FocusEvent<Element>) {
    // Submitting validates all fields. An error shown now could move the button under the pointer.
    if (isPressingSubmit.current) {
      isPressingSubmit.current = false;
      return;
    }
    const field = target as HTMLInputElement;
    // An untouched empty field isn't an error yet: the user may only tab through it.
    const isFilled = field.type === 'checkbox' ? field.checked : field.value;
    if (isFilled || errors[field.name]) void validateField(field.name);
  }

  function handlePointerDown({ target }: PointerEvent) {
    isPressingSubmit.current = !!(target as Element).closest('[type=submit]');
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    isSaved.current = false;
    const { name } = event.target as HTMLInputElement;
    void validateField(name, { ifInvalid: true });
  }

  const context = useMemo(
    () => ({ errors: { ...used, ...errors }, setUsed, pending, isDirty, conflicts }),
    [errors, used, pending, isDirty, conflicts],
  );
  return (
    <FormContext value={context}>
      <form
        key={newer.round}
        ref={element}
        noValidate
        {...(action && { action, method: 'post' })}
        className={className ?? 'grid gap-6'}
        onSubmit={submit}
        onBlur={handleBlur}
        onPointerDown={handlePointerDown}
        onPointerUp={() => (isPressingSubmit.current = false)}
        onInput={handleInput}
      >
        {failure && <Notice failure={failure} />}
        {children}
      </form>
    </FormContext>
  );
}

type SubmitButtonProps = {
  danger?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
};

export function SubmitButton({ danger, ...button }: SubmitButtonProps) {
  const look = danger ? 'danger' : 'primary';
  return <Button type="submit" look={look} pending={useFormPending()} {...button} />;
}
