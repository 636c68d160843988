import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { DeleteTeamDocument } from './teams.generated.ts';

export function useDeleteTeam(): (team: { id: string; name: string }) => Promise<boolean> {
  const { t } = useTranslation('organization');
  const [, deleteTeam] = useMutation(DeleteTeamDocument);
  return async ({ id, name }) => {
    const done = await confirmAndRun({
      question: {
        danger: true,
        title: t('team.deleteQuestion', { name }),
        body: t('team.deleteBody'),
        confirm: t('team.delete'),
      },
      mutate: () => deleteTeam({ input: { id } }),
      pick: (data) => data.deleteTeam,
      done: t('team.deleted'),
    });
    if (done) refetchOrganizations();
    return done;
  };
}
