import { useTranslation } from 'react-i18next';
import { useConnectionProblem } from '#client/lib/connection.ts';

/** Tells that the browser is offline or that a failed request is being retried. */
export function ConnectionStatus() {
  const { t } = useTranslation();
  const problem = useConnectionProblem();
  return (
    // Always rendered: screen readers announce only changes of an existing live region.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 mx-auto w-fit md:bottom-6"
    >
      {problem && (
        <p className="rounded-control border border-line bg-surface-raised px-4 py-2 text-sm shadow-float">
          {t(`connection.${problem}`)}
        </p>
      )}
    </div>
  );
}
