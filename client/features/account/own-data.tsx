import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImpersonationLock } from '#client/features/session/use-impersonation-lock.ts';
import { Button } from '#client/ui/base/button.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export function OwnData() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-8">
      <SettingsCard>
        <Setting label={t('data.title')} hint={t('data.body')}>
          <DataExport />
        </Setting>
      </SettingsCard>
      <SettingsCard danger>
        <Setting label={t('delete.title')} hint={t('delete.hint')}>
          <Button
            look="danger"
            disabled={lockedBy !== undefined}
            aria-describedby={lockedBy}
            onClick={() => setOpen(true)}
          >
            {t('delete.action')}
          </Button>
        </Setting>
      </SettingsCard>
      <MountOnOpen open={open}>
        <DeleteDialog open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </div>
  );
}
