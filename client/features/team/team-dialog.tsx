import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { confirmAndRun, save } from '#client/graphql/run-mutation.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import type { VersionedRecord } from '#client/ui/form/kept-values.ts';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { limits } from '#shared/limits.ts';
import { teamRules } from '#shared/rules/organization.ts';
import { CreateTeamDocument, DeleteTeamDocument, UpdateTeamDocument } from './teams.generated.ts';

type TeamDialogProps = {
  open: boolean;
  organizationId: string;
  /** The team to rename. Without it, the dialog creates one. */
  team?: { id: string; name: string } & VersionedRecord;
  onClose: () => void;
  onCreated?: (id: string) => void;
};

export function TeamDialog(props: TeamDialogProps) {
  const { open, organizationId, team, onClose, onCreated } = props;
  const { t } = useTranslation('organization');
  const [, createTeam] = useMutation(CreateTeamDocument);
  const [, updateTeam] = useMutation(UpdateTeamDocument);

  async function submit({ name }: { name: string }, form: FormHandle) {
    const data = team
      ? await save(
          form,
          updateTeam({ input: { id: team.id, name, ...form.version() } }),
          t('team.renamed'),
        )
      : await save(form, createTeam({ input: { organizationId, name } }), t('team.created'));
    if (!data) return;
    onClose();
    const created = 'createTeam' in data && data.createTeam?.team;
    if (created) onCreated?.(created.id);
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={onClose}
      title={team ? t('team.renameTitle', { name: team.name }) : t('team.new')}
    >
      <Form rules={teamRules} record={team} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="name"
          label={t('field.name')}
          defaultValue={team?.name}
          maxLength={limits.nameMax}
          autoComplete="off"
          dir="auto"
          required
          autoFocus
        />
        <FormDialogActions
          submitLabel={t(team ? 'team.renameSubmit' : 'team.submit')}
          onCancel={onClose}
        />
      </Form>
    </ResponsiveDialog>
  );
}

export function useDeleteTeam(): (team: { id: string; name: string }) => Promise<boolean> {
  const { t } = useTranslation('organization');
  const [, deleteTeam] = useMutation(DeleteTeamDocument);
  return ({ id, name }) =>
    confirmAndRun({
      danger: true,
      title: t('team.deleteQuestion', { name }),
      body: t('team.deleteBody'),
      confirm: t('team.delete'),
      mutate: () => deleteTeam({ input: { id } }),
      done: t('team.deleted'),
      onDone: refetchOrganizations,
    });
}
