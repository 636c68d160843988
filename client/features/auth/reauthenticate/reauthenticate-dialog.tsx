import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Reauthenticate, type ReauthenticateProps } from './reauthenticate.tsx';

type ReauthenticateDialogProps = Omit<ReauthenticateProps, 'onCancel'> & {
  open: boolean;
  title: string;
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
