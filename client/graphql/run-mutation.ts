import i18next from 'i18next';
import type { OperationResult } from 'urql';
import { failureText } from '#client/i18n/error-text.ts';
import { formatList, formatNumber } from '#client/i18n/format.ts';
import type { TextKey } from '#client/i18n/texts.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { type ConfirmOptions, confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { findMutationErrors } from './errors.ts';

type Step = {
  mutate: () => Promise<OperationResult>;
  done: string;
  onDone?: (() => void) | undefined;
};

async function run({ mutate }: Step): Promise<boolean> {
  const failed = findMutationErrors(await mutate());
  if (failed) toast('error', failureText(failed));
  return !failed;
}

export function offerUndo(done: string, undo: Step): void {
  toast('success', done, {
    label: i18next.t('toast.undo'),
    onClick: async () => {
      if (!(await run(undo))) return;
      toast('success', undo.done);
      undo.onDone?.();
    },
  });
}

/** Runs a mutation and offers to undo it, if an undo is given. Resolves to whether it succeeded. */
export async function runMutation(step: Step, undo?: Step | false): Promise<boolean> {
  if (!(await run(step))) return false;
  if (undo) offerUndo(step.done, undo);
  else toast('success', step.done);
  step.onDone?.();
  return true;
}

/** Runs a mutation after a confirmation. Resolves to whether it was confirmed and succeeded. */
export async function confirmAndRun(asked: ConfirmOptions & Step): Promise<boolean> {
  return (await confirm(asked)) && runMutation(asked);
}

/** Shows in a form what its mutation results in. Resolves to the data, or to undefined if it was refused. */
export async function save<Data>(
  form: FormHandle,
  mutation: Promise<OperationResult<Data>>,
  done: string,
): Promise<Data | undefined> {
  const result = await mutation;
  const failed = findMutationErrors(result);
  if (failed) {
    form.fail(failed);
    return undefined;
  }
  form.saved();
  toast('success', done);
  return result.data;
}

type Dependents = readonly { type: string; count: number }[] | null | undefined;

/** Appends to a confirmation what else is deleted, with numbers. */
export function withDependents(body: string, dependents: Dependents): string {
  if (!dependents?.length) return body;
  const parts = dependents.map(({ type, count }) => ({
    namespace: type.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase(),
    values: { count, total: formatNumber(count) },
  }));
  const list = parts.map(({ namespace, values }) =>
    i18next.t(`${namespace}:list.total` as TextKey, values),
  );
  return `${body}\n${i18next.t('confirm.dependents', { list: formatList(list) })}`;
}
