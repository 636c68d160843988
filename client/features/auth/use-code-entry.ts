import { useState } from 'react';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { limits } from '#shared/limits.ts';
import { code as codeRule, normaliseCode } from '#shared/rules/account.ts';

const patterns = [
  /(?<!\p{Nd})\p{Nd}{6}(?!\p{Nd})/u,
  /(?<!\p{Nd})\p{Nd}(?:[\s\p{Cf}-]*\p{Nd}){5}(?!\p{Nd})/u,
];

/** Extracts the code from entered text, such as “Your code is 965 675”. Falls back to the first digits. */
export function findCode(text: string): string {
  const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  return normaliseCode(found ?? text)
    .replace(/\D/g, '')
    .slice(0, limits.codeLength);
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

  async function submit(value: string) {
    if (pending) return;
    const result = codeRule.safeParse(value);
    setCode(value);
    setFailure(null);
    setIsResent(false);
    setError(result.error?.issues[0]?.message ?? null);
    if (!result.success) return;
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
    // A complete code replaces digits that are already in the field.
    const inserted = findCode(value.startsWith(code) ? value.slice(code.length) : value);
    const next = codeRule.safeParse(inserted).success ? inserted : findCode(value);
    setCode(next);
    setError(null);
    if (next !== code && codeRule.safeParse(next).success) void submit(next);
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
