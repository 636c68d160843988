import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { useStatisticsQuery } from './dashboard.generated.ts';
import { plotCardClass } from './plot-card.tsx';

/** Days that the statistics cover. */
const days = 30;

/** Two columns below a wide first card; on wide screens three cards above two. */
const plotGridClass =
  'grid gap-4 md:grid-cols-2 md:*:first:col-span-2 xl:grid-cols-6 xl:*:col-span-2 xl:*:nth-[n+4]:col-span-3';

const load = () => import('./plots.tsx');
const Plots = lazy(load);

/** Charts of recent activity. Their code is loaded while their data is queried. */
export function Statistics() {
  const { t } = useTranslation('dashboard');
  const [{ data, error, fetching }, execute] = useStatisticsQuery({ variables: { days } });
  const statistics = data?.statistics;
  // Loads the code in parallel with the data.
  useEffect(() => void load(), []);
  return (
    <section className="mt-8 grid gap-3">
      <h2 className="text-base font-semibold">{t('figures', { days })}</h2>
      {error && !statistics ? (
        <LoadFailed
          failure={apiErrorOf(error)}
          onRetry={() => execute({ requestPolicy: 'network-only' })}
          pending={fetching}
        />
      ) : (
        <div aria-busy={!statistics} className={plotGridClass}>
          {statistics ? (
            <Suspense fallback={<PlotSkeletons />}>
              <Plots statistics={statistics} />
            </Suspense>
          ) : (
            <PlotSkeletons />
          )}
        </div>
      )}
    </section>
  );
}

const barHeights = [24, 40, 32, 64, 48, 72, 36, 56, 44, 80, 52, 28];

/** Placeholder cards while the statistics load. */
function PlotSkeletons() {
  return ['users', 'sign-ins', 'repositories', 'status', 'mails'].map((key) => (
    <div key={key} aria-hidden="true" className={plotCardClass}>
      <span className="grid gap-2.5 py-1">
        <span className="skeleton h-3.5 w-32" />
        <span className="skeleton h-4 w-64 max-w-full" />
      </span>
      <span className="flex h-34 items-end gap-1.5">
        {barHeights.map((height) => (
          <span key={height} className="skeleton grow" style={{ blockSize: height }} />
        ))}
      </span>
      <span className="skeleton h-3.5 w-20" />
    </div>
  ));
}
