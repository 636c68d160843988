import type { OperationResult } from 'urql';
import { failureText } from '#client/i18n/error-text.ts';
import { type ConfirmOptions, confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { findMutationErrors, type MutationErrors } from './errors.ts';

type ConfirmedMutation<Data> = {
  question: ConfirmOptions;
  mutate: () => Promise<OperationResult<Data>>;
  pick: (data: Data) => { errors: MutationErrors['errors'] } | null;
  done: string;
};

export async function confirmAndRun<Data>({
  question,
  mutate,
  pick,
  done,
}: ConfirmedMutation<Data>) {
  if (!(await confirm(question))) return false;
  const result = await mutate();
  const failed = findMutationErrors(result, result.data && pick(result.data));
  if (failed) {
    void toast(
      'error',
      failureText({ ...failed, code: failed.errors[0]?.code ?? 'UNKNOWN_ERROR' }),
    );
    return false;
  }
  void toast('success', done);
  return true;
}
