import { Reauthenticate } from '#client/features/auth/reauthenticate.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

type ReauthenticateDialogProps = {
  open: boolean;
  title: string;
  reason: (values: { email: string }) => string;
  confirm: string;
  danger?: boolean;
  onReauthenticated: () => Promise<void>;
  onClose: () => void;
};

export default function ReauthenticateDialog(props: ReauthenticateDialogProps) {
  const { open, title, onClose, ...rest } = props;
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={title}>
      <Reauthenticate {...rest} onCancel={onClose} />
    </ResponsiveDialog>
  );
}
