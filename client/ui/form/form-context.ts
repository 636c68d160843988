import { createContext, use } from 'react';

/** Error code by field name; the empty name is the form as a whole. */
export type FieldErrors = Record<string, string>;

export const FormContext = createContext<{
  errors: FieldErrors;
  pending: boolean;
  /** Whether something would be lost by leaving now. */
  isDirty: () => boolean;
}>({ errors: {}, pending: false, isDirty: () => false });

/** Whether the form around is being sent. */
export function useFormPending(): boolean {
  return use(FormContext).pending;
}

/** The code of what is wrong with a field. */
export function useFieldError(name: string): string | undefined {
  return use(FormContext).errors[name];
}
