import { useTranslation } from 'react-i18next';
import { refusalOf } from '#client/graphql/refusal.ts';
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
      body: t('delete.body', { name }),
      confirm: t('delete.confirm'),
      danger: true,
    });
    if (!yes) return false;
    const result = await deleteRepository({ input: { id } });
    const refusal = refusalOf(result, result.data?.deleteRepository);
    if (refusal) {
      void toast('error', errorText(refusal.failures[0]?.code ?? 'UNKNOWN_ERROR'));
      return false;
    }
    void toast('success', t('delete.done', { name }));
    return true;
  };
}
