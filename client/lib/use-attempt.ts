import { useState } from 'react';
import { type ApiError, toApiError } from './errors.ts';

/**
 * State of a button whose action may be refused. It stays pending after a success, which leaves the page or dialog.
 *
 * @param action throws an ApiError if it fails
 */
export function useAttempt(action: () => Promise<unknown>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function attempt() {
    setPending(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(toApiError(error));
      setPending(false);
    }
  }

  return { pending, failure, attempt };
}
