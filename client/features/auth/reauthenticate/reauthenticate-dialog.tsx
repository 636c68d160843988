import { useTranslation } from 'react-i18next';
import { withPasskeyWay } from '#client/features/passkey/passkey-way.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { CodeWay } from './code-way.tsx';

type ReauthenticateDialogProps = { open: boolean; onClose: (isProved: boolean) => void };

export default function ReauthenticateDialog({ open, onClose }: ReauthenticateDialogProps) {
  const { t } = useTranslation(['account', 'common']);
  const way = {
    onProved: () => onClose(true),
    cancel: <Button onClick={() => onClose(false)}>{t('common:confirm.cancel')}</Button>,
  };
  return (
    <ResponsiveDialog open={open} onClose={() => onClose(false)} title={t('identity.title')}>
      {open && withPasskeyWay(<CodeWay {...way} />, way)}
    </ResponsiveDialog>
  );
}
