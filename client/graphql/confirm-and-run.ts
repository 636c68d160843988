import type { OperationResult } from 'urql';
import { errorText } from '#client/i18n/error-text.ts';
import { type ConfirmOptions, confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { type Refusal, refusalOf } from './refusal.ts';

type Deed<Data> = {
  question: ConfirmOptions;
  mutate: () => Promise<OperationResult<Data>>;
  pick: (data: Data) => { errors: Refusal['failures'] } | null;
  /** What to say afterwards. */
  done: string;
};

/** Asks, does it, and says how it went. Resolves to whether it was done. */
export async function carryOut<Data>({ question, mutate, pick, done }: Deed<Data>) {
  if (!(await confirm(question))) return false;
  const result = await mutate();
  const refusal = refusalOf(result, result.data && pick(result.data));
  if (refusal) {
    void toast('error', errorText(refusal.failures[0]?.code ?? 'UNKNOWN_ERROR'));
    return false;
  }
  void toast('success', done);
  return true;
}
