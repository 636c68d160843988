import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { hasPermission } from '#client/features/session/session.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { QueryFailed } from '#client/graphql/entity-boundary.tsx';
import { formatNumber } from '#client/i18n/format.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { withSearch } from '#client/paths.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { type Day, DayPlot, dayOfYear } from './day-plot.tsx';
import { PlotCard, percentText, type Share, SharePlot } from './plot-card.tsx';
import {
  type PlotsFragment,
  type SharesFragment,
  StatisticsDocument,
} from './statistics.generated.ts';

/** Each shows some of the figures. The others are null. */
const permissions = ['user:list', 'audit-log:read', 'repository:read', 'system:read'] as const;

const ranges = ['7', '30', '90'] as const;
const defaultRange = '30';

const plotGridClass =
  'grid grid-cols-1 gap-4 has-[details[open]]:items-start md:grid-cols-2 md:*:first:col-span-2 xl:grid-cols-6 xl:*:col-span-2 xl:*:nth-[n+4]:col-span-3';

export function Statistics() {
  const { t } = useTranslation('statistics');
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
      <div className="flex flex-wrap items-center justify-between gap-2 max-sm:*:w-full">
        <h2 className="text-base font-semibold">{t('figures')}</h2>
        <Segmented
          label={t('range.label')}
          value={range}
          options={ranges.map((value) => ({
            value,
            label: t('range.days', { count: Number(value) }),
          }))}
          onChange={(next) => setRange(next === defaultRange ? '' : next)}
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

function PlotSkeletons() {
  return ['users', 'sign-ins', 'repositories', 'status', 'mails'].map((key) => (
    <span key={key} aria-hidden="true" className="skeleton h-64 rounded-card" />
  ));
}

const sumOf = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

type PlotsProps = {
  days: number;
  statistics: PlotsFragment;
  current: SharesFragment;
};

function Plots({ days, statistics, current }: PlotsProps) {
  const { usersByStatus, mailsByState } = current;
  const { newUsersPerDay, signInsPerDay, newRepositoriesPerDay } = statistics;
  return (
    <>
      {newUsersPerDay && (
        <DaysOf
          of="newUsers"
          days={newUsersPerDay}
          to={withSearch(userPaths.list(), { createdFrom: newUsersPerDay[days]?.date })}
        />
      )}
      {signInsPerDay && <DaysOf of="signIns" days={signInsPerDay} />}
      {newRepositoriesPerDay && (
        <DaysOf
          of="newRepositories"
          days={newRepositoriesPerDay}
          to={repositoryPaths.list('manager')}
        />
      )}
      {usersByStatus && <Users counts={usersByStatus} />}
      {mailsByState && <Mails counts={mailsByState} days={days} />}
    </>
  );
}

type DaysOfProps = {
  of: 'newUsers' | 'signIns' | 'newRepositories';
  days: readonly Day[];
  to?: string;
};

function DaysOf({ of, days: all, to }: DaysOfProps) {
  const { t } = useTranslation('statistics');
  const before = all.slice(0, all.length / 2);
  const days = all.slice(before.length);
  const total = sumOf(days);
  const title = t(`${of}.title`);
  const rows = days.map(({ date, count }) => [dayOfYear(date), formatNumber(count)]).reverse();
  const values = { total: formatNumber(sumOf(before)), days: days.length };
  return (
    <PlotCard
      title={title}
      summary={<Figure total={total} to={to} none={t(`${of}.none`, values)} />}
      note={
        <>
          <Change now={total} before={sumOf(before)} />
          <span>{t('plot.before', values)}</span>
        </>
      }
      isLevel
      table={{ heads: [t('plot.day'), title], rows }}
    >
      <DayPlot title={title} days={days} />
    </PlotCard>
  );
}

function useShareTable(heads: [string, string], shares: readonly Share[]) {
  const { t } = useTranslation('statistics');
  const total = sumOf(shares);
  return {
    heads: [...heads, t('plot.share')],
    rows: shares.map(({ label, count }) => [label, formatNumber(count), percentText(count, total)]),
  };
}

function Users({ counts }: { counts: NonNullable<SharesFragment['usersByStatus']> }) {
  const { t } = useTranslation(['statistics', 'user']);
  const total = sumOf(counts);
  const active = counts.find(({ status }) => status === 'ACTIVE')?.count ?? 0;
  const shares = counts.map(({ status, count }) => ({
    key: status,
    label: t(`user:status.${status}`),
    count,
    to: withSearch(userPaths.list(), { status: status.toLowerCase() }),
  }));
  return (
    <PlotCard
      title={t('statistics:users.title')}
      summary={t('statistics:users.summary', {
        count: total,
        total: formatNumber(total),
        active: formatNumber(active),
      })}
      table={useShareTable([t('statistics:users.status'), t('user:list.title')], shares)}
    >
      <SharePlot shares={shares} />
    </PlotCard>
  );
}

/** In row order. The API omits states without mails. */
const mailStates = ['SENT', 'PENDING', 'EXPIRED', 'FAILED'] as const;

type MailsProps = { counts: NonNullable<SharesFragment['mailsByState']>; days: number };

function Mails({ counts, days }: MailsProps) {
  const { t } = useTranslation('statistics');
  const shares = mailStates.map((state) => ({
    key: state,
    label: t(`mails.${state}`),
    count: counts.find((each) => each.state === state)?.count ?? 0,
  }));
  const [sent, , , failed] = shares as [Share, Share, Share, Share];
  const total = sumOf(shares);
  const values = { count: total, total: formatNumber(total), sent: formatNumber(sent.count), days };
  return (
    <PlotCard
      title={t('mails.title')}
      summary={total ? t('mails.summary', values) : t('mails.none', { days })}
      badge={
        total > 0 && (
          <Badge tone={failed.count ? 'danger' : 'success'}>
            {failed.count
              ? t('mails.failed', { count: failed.count, total: formatNumber(failed.count) })
              : t('mails.healthy')}
          </Badge>
        )
      }
      table={useShareTable([t('mails.state'), t('mails.count')], shares)}
    >
      <SharePlot shares={shares.filter(({ count }) => count > 0)} />
    </PlotCard>
  );
}

type FigureProps = { total: number; to: string | undefined; none: string };

function Figure({ total, to, none }: FigureProps) {
  if (total === 0) return <span className="text-base/10">{none}</span>;
  const figure = (
    <span className="text-2xl font-semibold tracking-tight tabular-nums">
      {formatNumber(total)}
    </span>
  );
  return to ? (
    <Link to={to} className="rounded-sm underline-offset-4 hover:underline">
      {figure}
    </Link>
  ) : (
    figure
  );
}

/** Percentage change from the previous period. Hidden if that was 0 or nothing changed. */
function Change({ now, before }: { now: number; before: number }) {
  if (before === 0 || now === before) return null;
  const Trend = now > before ? TrendingUp : TrendingDown;
  return (
    <Badge tone={now > before ? 'success' : 'warning'}>
      <Trend className="mirrored me-1 size-3.5" />
      {percentText(now - before, before, 'exceptZero')}
    </Badge>
  );
}
