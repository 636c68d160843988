import { useTranslation } from 'react-i18next';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { useDeleteRepositoryMutation } from './delete-repository.generated.ts';

/** Deletes a repository, after asking by its name. Resolves to whether it is gone. */
export function useDeleteRepository() {
  const { t } = useTranslation('repository');
  const [, deleteRepository] = useDeleteRepositoryMutation();
  return async ({ id, name }: { id: string; name: string }): Promise<boolean> => {
    const yes = await confirm({
      title: t('delete.question', { name }),
      body: t('delete.body'),
      confirm: t('delete.confirm'),
      danger: true,
    });
    if (!yes) return false;
    const result = await deleteRepository({ input: { id } });
    const failed = findMutationErrors(result, result.data?.deleteRepository);
    if (failed) {
      void toast('error', errorText(failed.errors[0]?.code ?? 'UNKNOWN_ERROR'));
      return false;
    }
    void toast('success', t('delete.done'));
    return true;
  };
}
