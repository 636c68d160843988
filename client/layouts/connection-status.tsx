import { useTranslation } from 'react-i18next';
import { useConnectionProblem } from '#client/lib/connection.ts';
import { reloadDocument } from '#client/lib/loading/reload-document.ts';
import { Button } from '#client/ui/base/button.tsx';
import { AlertIcon } from '#client/ui/base/icons.tsx';

export function ConnectionStatus() {
  const { t } = useTranslation();
  const problem = useConnectionProblem();
  return (
    // Always rendered: screen readers announce only changes to an existing live region.
    <div
      role="status"
      className="fixed inset-x-4 bottom-20 z-50 mx-auto w-fit md:start-auto md:end-6 md:bottom-6"
    >
      {problem && (
        <p className="flex items-center gap-3 rounded-control border border-line bg-surface-raised p-4 text-sm shadow-float">
          <AlertIcon isInfo />
          <span>{t(`connection.${problem}`)}</span>
          {problem === 'missing' && (
            <Button size="small" onClick={reloadDocument}>
              {t('action.retry')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
