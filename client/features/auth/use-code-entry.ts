import { useState } from 'react';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { code as codeRule, normaliseCode } from '#shared/rules/account.ts';

/** Extracts the code from pasted text, such as “Your code is 965 675”. Falls back to all digits. */
export function findCode(text: string): string {
  const plain = normaliseCode(text);
  const [code] = /(?<!\d)\d{6}(?!\d)/.exec(plain) ?? [];
  return code ?? plain.replace(/\D/g, '');
}

type CodeEntryOptions = {
  /** Called with a complete code. If it throws, the error is shown and the field is cleared. */
  onCode: (code: string) => Promise<unknown>;
  refused?: ApiError | null;
};

export function useCodeEntry({ onCode, refused = null }: CodeEntryOptions) {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(refused);
  const [error, setError] = useState<string | null>(null);
  const [restarts, setRestarts] = useState(0);
  const [isResent, setIsResent] = useState(false);

  async function submit(value = code) {
    const result = codeRule.safeParse(value);
    setFailure(null);
    setIsResent(false);
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
    const next = normaliseCode(value).replace(/\D/g, '');
    setCode(next);
    setError(null);
    if (codeRule.safeParse(next).success) void submit(next);
  }

  function restart() {
    setIsResent(true);
    setCode('');
    setError(null);
    setRestarts(restarts + 1);
  }

  return {
    code,
    restart,
    restarts,
    isResent,
    pending,
    failure,
    setFailure,
    error,
    change,
    submit,
  };
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;
