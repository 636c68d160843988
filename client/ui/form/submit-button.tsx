import type { ReactNode } from 'react';
import { Button } from '#client/ui/base/button.tsx';
import { useFormPending } from './form-context.ts';

/** Submit button with the pending state of its form. */
export function SubmitButton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Button type="submit" look="primary" pending={useFormPending()} className={className}>
      {children}
    </Button>
  );
}
