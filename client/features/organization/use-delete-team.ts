import { useTranslation } from 'react-i18next';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { useDeleteTeamMutation } from './teams.generated.ts';

/** Asks whether to delete a team, and deletes it. Resolves to whether it was deleted. */
export function useDeleteTeam(): (team: { id: string; name: string }) => Promise<boolean> {
  const { t } = useTranslation('organization');
  const [, deleteTeam] = useDeleteTeamMutation();
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
