import { createContext, use } from 'react';

/** Error codes by field name. The empty name is the form itself. */
export type FieldErrors = Record<string, string>;

export const FormContext = createContext<{
  errors: FieldErrors;
  pending: boolean;
  /** Whether the form has unsaved changes. */
  isDirty: () => boolean;
}>({ errors: {}, pending: false, isDirty: () => false });

/** Whether the enclosing form is being submitted. */
export function useFormPending(): boolean {
  return use(FormContext).pending;
}

/** The error code of a field of the enclosing form. */
export function useFieldError(name: string): string | undefined {
  return use(FormContext).errors[name];
}
