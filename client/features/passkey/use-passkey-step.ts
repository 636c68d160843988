import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';

/** Continues a sign-in that was refused because a passkey is required. */
export function usePasskeyStep(failure: ApiError | null, redirect: string | null): void {
  const navigate = useNavigate();
  const code = failure?.code;
  useEffect(() => {
    if (code === 'PASSKEY_REQUIRED') void navigate(paths.passkeyStep(redirect), { replace: true });
    if (code === 'PASSKEY_SETUP_REQUIRED') {
      void navigate(paths.passkeySetup(redirect), { replace: true });
    }
  }, [code, redirect, navigate]);
}
