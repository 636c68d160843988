import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { DescriptionList, Fact } from '#client/ui/list/description-list.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';

const shortCommit = 10;

export function VersionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { version, commit, builtAt } = useSetup();
  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('account:version.title')}>
      <div className="mt-2">
        <DescriptionList>
          <Fact label={t('account:version.number')}>{version}</Fact>
          <Fact label={t('account:version.commit')}>
            {commit ? (
              <span className="flex items-center gap-1">
                <bdi dir="ltr" className="font-mono text-xs">
                  {commit.slice(0, shortCommit)}
                </bdi>
                <CopyButton text={commit} label={t('account:version.copy')} />
              </span>
            ) : (
              t('account:version.unknown')
            )}
          </Fact>
          <Fact label={t('account:version.builtAt')}>
            {builtAt ? (
              <time dateTime={builtAt}>{formatDateTime(builtAt)}</time>
            ) : (
              t('account:version.unknown')
            )}
          </Fact>
        </DescriptionList>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('common:action.close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
}
