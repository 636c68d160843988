import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';
import { DangerZone } from '#client/ui/page/page.tsx';

const DeleteDialog = lazyWithTexts(() => import('./delete-dialog.tsx'), 'organization');

type DeleteZoneProps = {
  organization: { id: string; name: string; viewerCanDelete: boolean };
  next: string;
};

export function DeleteZone({ organization, next }: DeleteZoneProps) {
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  if (!organization.viewerCanDelete) return null;
  return (
    <>
      <DangerZone title={t('delete.title')} body={t('delete.hint')}>
        <Button look="danger" onClick={() => setIsDeleting(true)}>
          {t('delete.action')}
        </Button>
      </DangerZone>
      <MountOnOpen open={isDeleting}>
        <DeleteDialog
          open={isDeleting}
          organization={organization}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate(next, { replace: true })}
        />
      </MountOnOpen>
    </>
  );
}
