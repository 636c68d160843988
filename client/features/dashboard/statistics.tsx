import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { hasPermission } from '#client/features/session/session.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { QueryFailed } from '#client/graphql/entity-boundary.tsx';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { StatisticsDocument } from './dashboard.generated.ts';
import { plotCardClass } from './plot-card.tsx';
import { Plots } from './plots.tsx';

/** Each shows some of the figures. The others are null. */
const permissions = ['user:list', 'audit-log:read', 'repository:read', 'system:read'] as const;

const ranges = ['7', '30', '90'] as const;
const defaultRange = '30';

const plotGridClass =
  'grid grid-cols-1 gap-4 has-[details[open]]:items-start md:grid-cols-2 md:*:first:col-span-2 xl:grid-cols-6 xl:*:col-span-2 xl:*:nth-[n+4]:col-span-3';

export function Statistics() {
  const { t } = useTranslation('dashboard');
  const search = useSearch();
  const setRange = useReplaceParam('days');
  const range = ranges.find((each) => each === search.get('days')) ?? defaultRange;
  const days = Number(range);
  const variables = { days, doubled: 2 * days };
  const query = useQuery({ query: StatisticsDocument, variables });
  const [{ data, error, fetching }] = query;
  const { statistics, current } = data ?? {};
  const viewer = useViewer();
  if (!permissions.some((permission) => hasPermission(viewer, permission))) return null;
  return (
    <section className="mt-8 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('figures')}</h2>
        <Segmented
          label={t('range.label')}
          value={range}
          options={ranges.map((value) => ({
            value,
            label: t('range.days', { count: Number(value) }),
          }))}
          onChange={(next) => void setRange(next === defaultRange ? '' : next)}
        />
      </div>
      {error && !statistics ? (
        <QueryFailed query={query} />
      ) : (
        <div aria-busy={!statistics || fetching} className={plotGridClass}>
          {statistics && current ? (
            <Plots days={days} statistics={statistics} current={current} />
          ) : (
            <PlotSkeletons />
          )}
        </div>
      )}
    </section>
  );
}

const barHeights = [24, 40, 32, 64, 48, 72, 36, 56, 44, 80, 52, 28];

function PlotSkeletons() {
  return ['users', 'sign-ins', 'repositories', 'status', 'mails'].map((key) => (
    <div key={key} aria-hidden="true" className={plotCardClass}>
      <span className="grid grid-cols-1 gap-2.5 py-1">
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
