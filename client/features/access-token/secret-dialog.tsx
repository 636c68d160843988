import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

export type SecretFormProps = { onSecret: (secret: string) => void; onCancel: () => void };

type SecretDialogProps = {
  open: boolean;
  title: string;
  doneTitle: string;
  doneBody: string;
  wide?: boolean | undefined;
  form: (props: SecretFormProps) => ReactNode;
  onClose: () => void;
};

/** Form that results in a secret, shown once. */
export function SecretDialog(props: SecretDialogProps) {
  const { open, title, doneTitle, doneBody, wide, form, onClose } = props;
  const [secret, setSecret] = useState<string | null>(null);

  function close() {
    onClose();
    setSecret(null);
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={close}
      wide={wide}
      // The secret can't be shown again, so only its button closes the dialog.
      staysOpen={secret !== null}
      title={secret === null ? title : doneTitle}
      {...(secret !== null && { description: doneBody })}
    >
      {secret !== null ? (
        <TokenSecret secret={secret} onDone={close} />
      ) : (
        form({ onSecret: setSecret, onCancel: close })
      )}
    </ResponsiveDialog>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation('accessToken');
  return (
    <>
      {/* Takes the focus, so that a repeated key press doesn't close the dialog. */}
      <section
        ref={focus}
        tabIndex={-1}
        aria-label={t('secret')}
        className="mt-2 flex items-center gap-3 rounded-control border border-line-strong bg-surface-sunken py-3 ps-3 pe-2"
      >
        <bdi dir="ltr" className="min-w-0 grow font-mono text-sm break-all select-all">
          {secret}
        </bdi>
        <CopyButton text={secret} label={t('copy')} />
      </section>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </DialogActions>
    </>
  );
}
