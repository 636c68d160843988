import { createContext, use } from 'react';

/** Error codes by field name. An empty name means the form itself. */
export type FieldErrors = Record<string, string>;

export const FormContext = createContext<{
  errors: FieldErrors;
  pending: boolean;
  isDirty: () => boolean;
}>({ errors: {}, pending: false, isDirty: () => false });

export function useFormPending(): boolean {
  return use(FormContext).pending;
}

export function useFieldError(name: string): string | undefined {
  return use(FormContext).errors[name];
}
