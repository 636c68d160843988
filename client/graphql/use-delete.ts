import type { UseMutationResponse } from 'urql';
import type { TextKey } from '#client/i18n/text-key.ts';
import { useTranslation } from '#client/i18n/use-translation.ts';
import type { MutationErrors } from './errors.ts';

/** Namespaces with the texts of a deletion: `question` with `{{name}}`, `body`, `confirm` and `done`. */
type DeleteNamespace =
  Extract<TextKey, `${string}:delete.done`> extends `${infer Name}:delete.done` ? Name : never;

type Payload = { errors: MutationErrors['errors'] } | null;

/**
 * Deletes a record by the mutation of a generated hook, after a confirmation in the words of `namespace`.
 * Resolves to whether it was deleted.
 */
export function useDelete<Data extends Record<string, Payload>>(
  namespace: DeleteNamespace,
  [, remove]: UseMutationResponse<Data, { input: { id: string } }>,
) {
  const { t } = useTranslation(namespace);
  return async ({ id, name }: { id: string; name: string }): Promise<boolean> => {
    // Not needed to show a list.
    const { confirmAndRun } = await import('./confirm-and-run.ts');
    return confirmAndRun({
      question: {
        title: t('delete.question', { name }),
        body: t('delete.body'),
        confirm: t('delete.confirm'),
        danger: true,
      },
      mutate: () => remove({ input: { id } }),
      pick: (data) => Object.values(data)[0] ?? null,
      done: t('delete.done'),
    });
  };
}
