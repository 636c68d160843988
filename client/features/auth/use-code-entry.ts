import { useState } from 'react';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { code as codeRule, normaliseCode } from '#shared/rules/account.ts';

/** The code in a pasted text, such as “Your code is 965 675”; without one, all of its digits. */
export function findCode(text: string): string {
  const plain = normaliseCode(text);
  const [code] = /(?<!\d)\d{6}(?!\d)/.exec(plain) ?? [];
  return code ?? plain.replace(/\D/g, '');
}

type CodeEntryOptions = {
  /** Uses a complete code. What it throws is shown, and the field is emptied for the next attempt. */
  onCode: (code: string) => Promise<unknown>;
  /** Submits on the button only, for an action that cannot be undone. */
  manual?: boolean | undefined;
  /** Why a code was refused before the page was opened. */
  refused?: ApiError | null;
};

/** State of a code field that submits itself once the code is complete. */
export function useCodeEntry({ onCode, manual, refused = null }: CodeEntryOptions) {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(refused);
  const [error, setError] = useState<string | null>(null);
  const [restarts, setRestarts] = useState(0);

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
    const next = normaliseCode(value).replace(/\D/g, '');
    setCode(next);
    setError(null);
    if (!manual && codeRule.safeParse(next).success) void submit(next);
  }

  /** Empties the field for another code and focuses it. */
  function restart() {
    setCode('');
    setError(null);
    setRestarts(restarts + 1);
  }

  return {
    code,
    restart,
    restarts,
    pending,
    failure,
    setFailure,
    /** Error code of the validation. */
    error,
    change,
    submit,
  };
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;
