import { Download, Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSetup, useViewer } from '#client/features/session/use-session.ts';
import { formatDay } from '#client/lib/day.ts';
import { saveFile } from '#client/lib/save-file.ts';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

type CodesDialogProps = { codes: readonly string[] | undefined; onClose: () => void };

export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation('recoveryCodes');
  return (
    <ResponsiveDialog
      open={codes !== undefined}
      onClose={onClose}
      // The codes can't be shown again, so only its button closes the dialog.
      dismissible={false}
      title={t('sheet.title')}
      description={t('sheet.body')}
    >
      {codes && <Codes codes={codes} onDone={onClose} />}
    </ResponsiveDialog>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('recoveryCodes');
  const { appName } = useSetup();
  const { email } = useViewer().user;
  const heading = t('sheet.heading', { appName, email });
  const created = t('sheet.created', { date: formatDay(new Date()) });
  const text = codes.join('\n');
  const download = () =>
    saveFile(`${t('sheet.fileName')}.txt`, `${heading}\n${created}\n\n${text}\n`, 'text/plain');
  const list = codes.map((code) => (
    <li key={code} dir="ltr">
      {code}
    </li>
  ));
  return (
    <>
      {/* Takes the focus, so that a repeated key press doesn't close the dialog. */}
      <section
        ref={focus}
        tabIndex={-1}
        aria-label={t('title')}
        className="mt-2 flex items-start gap-3 rounded-control border border-line-strong bg-surface-sunken py-3 ps-3 pe-2"
      >
        <ol className="grid grow grid-cols-[repeat(auto-fit,minmax(15ch,1fr))] justify-items-center gap-2 font-mono text-sm whitespace-nowrap select-all">
          {list}
        </ol>
        <CopyButton text={text} label={t('sheet.copy')} />
      </section>
      <DialogActions>
        <Button onClick={download}>
          <Download className="size-4" />
          {t('sheet.download')}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer className="size-4" />
          {t('sheet.print')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('sheet.done')}
        </Button>
      </DialogActions>
      {createPortal(
        <div className="recovery-codes-sheet hidden print:grid gap-4">
          <h1 className="text-lg font-semibold">{heading}</h1>
          <p>{created}</p>
          <ol className="grid gap-2 font-mono">{list}</ol>
        </div>,
        document.body,
      )}
    </>
  );
}
