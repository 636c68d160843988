import type { ReactNode } from 'react';
import { Button } from '#client/ui/base/button.tsx';
import { useFormPending } from './form-context.ts';

type SubmitButtonProps = { danger?: boolean; className?: string; children: ReactNode };

export function SubmitButton({ danger, className, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look={danger ? 'danger' : 'primary'}
      pending={useFormPending()}
      className={className}
    >
      {children}
    </Button>
  );
}
