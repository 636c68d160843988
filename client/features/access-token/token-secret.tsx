import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';

const focus = (element: HTMLElement | null) => element?.focus();

export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
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
