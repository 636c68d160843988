import { UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { runWithUndo } from '#client/graphql/run-mutation.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { Row } from '#client/ui/list/list.tsx';
import {
  AddTeamMemberDocument,
  type AddTeamMemberMutation,
  RemoveTeamMemberDocument,
  type RemoveTeamMemberMutation,
  type TeamMemberFragment,
} from './teams.generated.ts';

type TeamMemberRowProps = {
  member: Masked<TeamMemberFragment>;
  teamId: string;
  canRemove: boolean;
};

export function TeamMemberRow({ member: masked, teamId, canRemove }: TeamMemberRowProps) {
  const { id, userId, name, pictureUrl, email, isServiceAccount, isViewer } = unmask(masked);
  const { t } = useTranslation('organization');
  const [, removeMember] = useMutation(RemoveTeamMemberDocument);
  const [, addMember] = useMutation(AddTeamMemberDocument);
  const input = { teamId, memberId: id };

  async function remove() {
    const done = await runWithUndo(
      {
        mutate: () => removeMember({ input }),
        pick: (data: RemoveTeamMemberMutation) => data.removeTeamMember,
        done: t('team.memberRemoved', { name }),
      },
      {
        mutate: () => addMember({ input }),
        pick: (data: AddTeamMemberMutation) => data.addTeamMember,
        done: t('team.memberAdded', { name }),
        onDone: refetchOrganizations,
      },
    );
    if (done) refetchOrganizations();
  }

  return (
    <Row
      lead={
        <Avatar
          id={userId}
          name={name}
          pictureUrl={pictureUrl}
          isServiceAccount={isServiceAccount}
        />
      }
      title={isViewer ? t('members.self', { name }) : name}
      {...(isServiceAccount
        ? { subtitle: t('serviceAccount.badge') }
        : email && { subtitle: email })}
      actions={
        canRemove && (
          <Button
            look="quiet"
            size="icon"
            aria-label={t('team.removeMember', { name })}
            title={t('team.removeMember', { name })}
            onClick={() => void remove()}
          >
            <UserRoundMinus className="size-4" />
          </Button>
        )
      }
    />
  );
}
