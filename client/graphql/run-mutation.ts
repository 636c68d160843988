import i18next from 'i18next';
import type { OperationResult } from 'urql';
import { failureText } from '#client/i18n/error-text.ts';
import { formatList, formatNumber } from '#client/i18n/format.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace, TextKey } from '#client/i18n/texts.ts';
import { type ConfirmOptions, confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { findMutationErrors, type MutationErrors } from './errors.ts';

type Step<Data> = {
  mutate: () => Promise<OperationResult<Data>>;
  pick: (data: Data) => { errors: MutationErrors['errors'] } | null | undefined;
  done: string;
};

async function run<Data>({ mutate, pick }: Step<Data>): Promise<boolean> {
  const result = await mutate();
  const failed = findMutationErrors(result, result.data && pick(result.data));
  if (failed) toast('error', failureText(failed));
  return !failed;
}

type Undo<Data> = Step<Data> & { onDone?: (() => void) | undefined };

export function offerUndo<Undone>(done: string, undo: Undo<Undone>): void {
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
export async function runWithUndo<Data, Undone>(
  step: Step<Data>,
  undo: Undo<Undone> | false,
): Promise<boolean> {
  if (!(await run(step))) return false;
  if (undo) offerUndo(step.done, undo);
  else toast('success', step.done);
  return true;
}

/** Runs a mutation after a confirmation. Resolves to whether it was confirmed and succeeded. */
export async function confirmAndRun<Data>({
  question,
  ...step
}: Step<Data> & { question: ConfirmOptions }): Promise<boolean> {
  return (await confirm(question)) && runWithUndo(step, false);
}

type Dependents = readonly { type: string; count: number }[] | null | undefined;

/** Appends to a confirmation what else is deleted, with numbers. */
export async function withDependents(body: string, dependents: Dependents): Promise<string> {
  if (!dependents?.length) return body;
  const parts = dependents.map(({ type, count }) => ({
    namespace: type.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase() as Namespace,
    values: { count, total: formatNumber(count) },
  }));
  await loadNamespaces(parts.map(({ namespace }) => namespace));
  const list = parts.map(({ namespace, values }) =>
    i18next.t(`${namespace}:list.total` as TextKey, values),
  );
  return `${body} ${i18next.t('confirm.dependents', { list: formatList(list) })}`;
}
