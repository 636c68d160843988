import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from 'urql';
import { withDependents } from '#client/graphql/dependents.ts';
import { Button } from '#client/ui/base/button.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { DangerZone } from '#client/ui/page/page.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OrganizationDependentsDocument } from './organization.generated.ts';

type DeleteZoneProps = {
  organization: { id: string; name: string; viewerCanDelete: boolean };
  next: string;
};

export function DeleteZone({ organization, next }: DeleteZoneProps) {
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const client = useClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const [body, setBody] = useState('');
  if (!organization.viewerCanDelete) return null;
  async function ask() {
    const variables = { id: organization.id };
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(OrganizationDependentsDocument, variables, options);
    setBody(await withDependents(t('delete.body'), data?.organization?.dependents));
    setIsDeleting(true);
  }
  return (
    <>
      <DangerZone title={t('delete.title')} body={t('delete.hint')}>
        <Button look="danger" onClick={() => void ask()}>
          {t('delete.action')}
        </Button>
      </DangerZone>
      <MountOnOpen open={isDeleting}>
        <DeleteDialog
          open={isDeleting}
          organization={organization}
          body={body}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate(next, { replace: true })}
        />
      </MountOnOpen>
    </>
  );
}
