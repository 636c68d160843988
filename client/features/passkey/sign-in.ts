import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '#client/lib/errors.ts';
import { createStore } from '#client/lib/store.ts';
import { paths } from '#client/paths.ts';

/** True after a sign-in with a code in this tab, until the offer is closed. */
export const passkeyOffer = createStore(false);

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
