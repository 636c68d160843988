import { useState } from 'react';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { code as codeRule, normaliseCode } from '#shared/rules/account.ts';

type CodeEntryOptions = {
  /** Does what the code is for; what it throws is shown, and the next try begins. */
  onCode: (code: string) => Promise<unknown>;
  /** Whether it waits for the button: what the code does cannot be undone. */
  waits?: boolean | undefined;
};

/** A code while it is being entered: it sends itself as soon as it is complete. */
export function useCodeEntry({ onCode, waits }: CodeEntryOptions) {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function submit(value = code) {
    const result = codeRule.safeParse(value);
    setFailure(null);
    setError(result.error?.issues[0]?.message ?? null);
    if (!result.success || pending) return;
    setPending(true);
    try {
      await onCode(result.data);
    } catch (thrown) {
      setFailure(toApiError(thrown));
      setCode('');
    } finally {
      setPending(false);
    }
  }

  function change(value: string) {
    const digits = normaliseCode(value);
    setCode(digits);
    setError(null);
    if (!waits && codeRule.safeParse(digits).success) void submit(digits);
  }

  return {
    code,
    pending,
    failure,
    setFailure,
    /** The code of what is wrong with what was typed. */
    error,
    change,
    submit,
  };
}
