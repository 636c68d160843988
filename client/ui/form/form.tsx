import {
  type FocusEvent,
  type FormEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError, type ErrorDetails, type UserError } from '#client/lib/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { type FieldErrors, FormContext } from './form-context.ts';
import { errorsByField, type Rules, readValues, validate } from './validate.ts';

/** What a submit handler can tell the form. */
export type FormHandle = {
  /** Shows each error at its field, and the first one without a field above the form. */
  fail: (failed: { errors: readonly UserError[] } & ErrorDetails) => void;
  /** Marks the current values as saved: leaving the page needs no confirmation. */
  saved: () => void;
};

type FormProps<Values> = {
  /** The rules, or a function that loads them on the first input. */
  rules: Rules<Values> | (() => Promise<Rules<Values>>);
  onSubmit: (values: Values, form: FormHandle) => Promise<void>;
  /** Where the form is posted while no script runs. */
  action?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A form validated by the rules that the server applies too. A field is validated when it loses
 * focus and on submit; once invalid, on each input, so that the error disappears when corrected.
 */
export function Form<Values>({ rules, onSubmit, action, className, children }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const initialValues = useRef('');
  const isSaved = useRef(false);
  const isSubmitting = useRef(false);
  const isPressingSubmit = useRef(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);

  const mount = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
    if (form) initialValues.current = JSON.stringify(readValues(form));
  }, []);

  const isDirty = useCallback(() => {
    const form = element.current;
    if (isSaved.current || !form) return false;
    return JSON.stringify(readValues(form)) !== initialValues.current;
  }, []);

  async function loadRules() {
    return typeof rules === 'function' ? rules().catch(() => undefined) : rules;
  }

  async function validateField(name: string) {
    if (!element.current || !name) return;
    const schema = await loadRules();
    const code = validate(schema, readValues(element.current)).errors[name];
    setErrors(({ [name]: _old, ...others }) => (code ? { ...others, [name]: code } : others));
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
      focusFirst(shown);
    },
    saved() {
      isSaved.current = true;
    },
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      const form = event.currentTarget;
      // Read before the rules load: the values at the time of submitting are sent.
      const submitted = readValues(form);
      const schema = await loadRules();
      const result = validate(schema, submitted);
      setFailure(null);
      if (result.values === undefined) {
        // The person may have corrected a field while the rules loaded.
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

  function handleBlur(event: FocusEvent<HTMLFormElement>) {
    // Submitting validates all fields. An error shown now could move the button under the pointer.
    if (isPressingSubmit.current) {
      isPressingSubmit.current = false;
      return;
    }
    const field = event.target as unknown as HTMLInputElement;
    // An untouched empty field is no error yet: the person may only tab through it.
    if (field.value || errors[field.name]) void validateField(field.name);
  }

  function handlePointerDown({ target }: PointerEvent) {
    isPressingSubmit.current = !!(target as Element).closest('[type=submit]');
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    isSaved.current = false;
    const { name } = event.target as HTMLInputElement;
    if (errors[name]) void validateField(name);
    else void loadRules();
  }

  const context = useMemo(() => ({ errors, pending, isDirty }), [errors, pending, isDirty]);
  return (
    <FormContext value={context}>
      <form
        ref={mount}
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
