import { createContext, use } from 'react';
import type { FieldErrors } from './validate.ts';

export const FormContext = createContext<{
  errors: FieldErrors;
  pending: boolean;
  isDirty: () => boolean;
  /** What someone else has saved in fields that the user has changed, too. */
  conflicts: Record<string, string>;
}>({ errors: {}, pending: false, isDirty: () => false, conflicts: {} });

export function useFormPending(): boolean {
  return use(FormContext).pending;
}

export function useFieldError(name: string): string | undefined {
  return use(FormContext).errors[name];
}
