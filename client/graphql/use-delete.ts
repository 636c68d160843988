import { useTranslation } from 'react-i18next';
import type { UseMutationResponse } from 'urql';
import type { TextKey } from '#client/i18n/texts.ts';
import type { MutationErrors } from './errors.ts';

type DeleteNamespace =
  Extract<TextKey, `${string}:delete.restored`> extends `${infer Name}:delete.restored`
    ? Name
    : never;

type Variables = { input: { ids: string[] } };
type Payload = { errors: MutationErrors['errors'] } | null;

/**
 * Deletes a record and offers undo, using two generated mutation hooks and the texts of `namespace`. Resolves to
 * whether it was deleted.
 */
export function useDelete<
  Deleted extends Record<string, Payload>,
  Restored extends Record<string, Payload>,
>(
  namespace: DeleteNamespace,
  [, remove]: UseMutationResponse<Deleted, Variables>,
  [, restore]: UseMutationResponse<Restored, Variables>,
) {
  const { t } = useTranslation(namespace);
  return async (id: string): Promise<boolean> => {
    const variables = { input: { ids: [id] } };
    // Lazy: lists show without it.
    const { runWithUndo } = await import('./run-mutation.ts');
    return runWithUndo(
      {
        mutate: () => remove(variables),
        pick: (data) => Object.values(data)[0] ?? null,
        done: t('delete.done'),
      },
      {
        mutate: () => restore(variables),
        pick: (data) => Object.values(data)[0] ?? null,
        done: t('delete.restored'),
      },
    );
  };
}
