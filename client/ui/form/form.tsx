import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type * as z from 'zod/mini';
import { errorText } from '#client/i18n/error-text.ts';
import { ApiError, type UserError } from '#client/lib/errors.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { type FieldErrors, FormContext } from './form-context.ts';

/** What a submit handler can tell the form. */
export type FormHandle = {
  /** Puts each error on its field, and those without one above the form. */
  fail: (errors: readonly UserError[], requestId?: string) => void;
  /** What is in the form is safe now; leaving needs no question any more. */
  saved: () => void;
};

/** Its messages are error codes. */
type Rules<Values> = z.ZodMiniType<Values>;

type FormProps<Values> = {
  /** The rules, or how to fetch them: a page in a hurry leaves that until somebody types. */
  rules: Rules<Values> | (() => Promise<Rules<Values>>);
  onSubmit: (values: Values, form: FormHandle) => Promise<void>;
  className?: string;
  children: ReactNode;
};

function read(element: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(element)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function byField(failures: readonly UserError[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { code, field } of failures) errors[field?.at(-1) ?? ''] ??= code;
  return errors;
}

/** What the rules say. Where they could not be fetched the server has them too. */
function validate<Values>(schema: Rules<Values> | undefined, typed: Record<string, string>) {
  if (!schema) return { values: typed as Values, found: {} };
  const result = schema.safeParse(typed);
  const issues = result.error?.issues ?? [];
  const found = byField(
    issues.map(({ message, path }) => ({ code: message, field: path.map(String) })),
  );
  return { values: result.data, found };
}

/**
 * A form with the rules that the server has too. A field is checked when it is left and when the
 * form is sent, never while it is typed in for the first time; once wrong, it is checked at each
 * key so that the error goes as soon as it is mended. What was typed is never thrown away.
 */
export function Form<Values>({ rules, onSubmit, className, children }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const initial = useRef('');
  const safe = useRef(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  const mount = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
    if (form) initial.current = JSON.stringify(read(form));
  }, []);

  const isDirty = useCallback(() => {
    const form = element.current;
    return !safe.current && form !== null && JSON.stringify(read(form)) !== initial.current;
  }, []);

  async function fetchRules() {
    return typeof rules === 'function' ? rules().catch(() => undefined) : rules;
  }

  async function checkField(name: string) {
    if (!element.current || !name) return;
    const schema = await fetchRules();
    const { found } = validate(schema, read(element.current));
    setErrors(({ [name]: _old, ...others }) => {
      const code = found[name];
      return code ? { ...others, [name]: code } : others;
    });
  }

  function fail(failures: readonly UserError[], requestId?: string) {
    const found = byField(failures);
    const known = Object.keys(found).filter((name) => element.current?.elements.namedItem(name));
    const rest = failures.find(({ field }) => !known.includes(field?.at(-1) ?? ''));
    setErrors(Object.fromEntries(known.map((name) => [name, found[name] as string])));
    setFailure(rest ? new ApiError(rest.code, { requestId }) : null);
    focusFirst(known);
  }

  function focusFirst(names: string[]) {
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    controls.find((control) => names.includes(control.name))?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const saved = () => {
      safe.current = true;
    };
    try {
      const form = event.currentTarget;
      // What stood there when it was sent is sent, however long the rules take to come.
      const sent = read(form);
      const schema = await fetchRules();
      const { values, found } = validate(schema, sent);
      setFailure(null);
      if (values === undefined) {
        // What was mended meanwhile is not wrong any more.
        setErrors(validate(schema, read(form)).found);
        return focusFirst(Object.keys(found));
      }
      setErrors({});
      setPending(true);
      await onSubmit(values, { fail, saved });
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  const leave = (event: FocusEvent<HTMLFormElement>) => {
    const field = event.target as unknown as HTMLInputElement;
    // Leaving an untouched empty field is no mistake yet: one may only be passing through.
    if (field.value || errors[field.name]) void checkField(field.name);
  };

  const context = useMemo(() => ({ errors, pending, isDirty }), [errors, pending, isDirty]);
  return (
    <FormContext value={context}>
      <form
        ref={mount}
        noValidate
        className={className ?? 'grid gap-6'}
        onSubmit={submit}
        onBlur={leave}
        onInput={(event) => {
          safe.current = false;
          const { name } = event.target as HTMLInputElement;
          if (errors[name]) void checkField(name);
          else void fetchRules();
        }}
      >
        {failure && <Notice failure={failure}>{errorText(failure.code)}</Notice>}
        {children}
      </form>
    </FormContext>
  );
}
