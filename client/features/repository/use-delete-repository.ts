import { useTranslation } from 'react-i18next';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { useDeleteRepositoryMutation } from './repositories-page.generated.ts';

/** Deletes a repository after a confirmation. Resolves to whether it was deleted. */
export function useDeleteRepository() {
  const { t } = useTranslation('repository');
  const [, deleteRepository] = useDeleteRepositoryMutation();
  return ({ id, name }: { id: string; name: string }): Promise<boolean> =>
    confirmAndRun({
      question: {
        title: t('delete.question', { name }),
        body: t('delete.body'),
        confirm: t('delete.confirm'),
        danger: true,
      },
      mutate: () => deleteRepository({ input: { id } }),
      pick: (data) => data.deleteRepository,
      done: t('delete.done'),
    });
}
