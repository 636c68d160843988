import type { ComponentProps } from 'react';
import { Button } from '#client/ui/base/button.tsx';
import { useImpersonationLock } from './impersonation.tsx';

/** A button that changes the viewer's account. Only users themselves may, so it is disabled while impersonating. */
export function AccountButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const lockedBy = useImpersonationLock();
  return (
    <Button {...rest} disabled={disabled || lockedBy !== undefined} aria-describedby={lockedBy} />
  );
}
