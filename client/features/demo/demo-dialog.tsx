import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Setup } from '#client/features/session/session.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

type DemoDialogProps = { open: boolean; onClose: () => void; demo: Setup['demo'] };

export default function DemoDialog({ open, onClose, demo }: DemoDialogProps) {
  const { t } = useTranslation('demo');
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('title')} description={t('body')}>
      {demo && (
        <div className="mt-2 grid gap-3 text-sm">
          <p>{t('own')}</p>
          <div className="flex items-center gap-1 rounded-control bg-surface-sunken ps-3">
            <code dir="ltr" className="min-w-0 grow py-2.5 break-all">
              {demo.scaffoldCommand}
            </code>
            <CopyButton text={demo.scaffoldCommand} label={t('copy')} />
          </div>
          <p className="text-text-muted">
            <RichText
              text={(values) => t('contact', values)}
              values={{ email: demo.contactEmail }}
              parts={{
                email: (address) => (
                  <a
                    href={`mailto:${address}`}
                    className="font-medium text-accent-text underline underline-offset-2"
                  >
                    <bdi>{address}</bdi>
                  </a>
                ),
              }}
            />
          </p>
        </div>
      )}
      <DialogActions>
        {demo && (
          <a href={demo.readmeUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
            <BookOpen />
            {t('readme')}
          </a>
        )}
        <Button look="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
}
