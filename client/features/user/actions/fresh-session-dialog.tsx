import { useTranslation } from 'react-i18next';
import { Reauthenticate } from '#client/features/auth/reauthenticate.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

type FreshSessionDialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  onReauthenticated: () => Promise<void>;
};

export default function FreshSessionDialog(props: FreshSessionDialogProps) {
  const { open, title, onClose, onReauthenticated } = props;
  const { t } = useTranslation('account');
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={title}>
      <Reauthenticate
        reason={(values) => t('identity.stale', values)}
        confirm={t('identity.confirm')}
        onReauthenticated={onReauthenticated}
        onCancel={onClose}
      />
    </ResponsiveDialog>
  );
}
