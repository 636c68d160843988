import { useTranslation } from 'react-i18next';
import { useConnectionProblem } from '#client/lib/connection.ts';

/** Says that the network is gone, or that a failed request is being repeated. */
export function ConnectionStatus() {
  const { t } = useTranslation();
  const problem = useConnectionProblem();
  return (
    // Always in the page: screen readers announce only what changes in a region they know.
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
