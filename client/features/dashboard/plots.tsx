import { useTranslation } from 'react-i18next';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import type { PlotsFragment } from './dashboard.generated.ts';
import { type Day, DayPlot } from './day-plot.tsx';
import { dayOfYear, percentText } from './day-text.ts';
import { PlotCard } from './plot-card.tsx';
import { type Share, SharePlot } from './share-plot.tsx';

const sumOf = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** The charts of the dashboard. */
export default function Plots({ statistics: masked }: { statistics: Masked<PlotsFragment> }) {
  const statistics = unmask(masked);
  return (
    <>
      <PerDay of="newUsers" days={statistics.newUsersPerDay} />
      <PerDay of="signIns" days={statistics.signInsPerDay} />
      <PerDay of="newRepositories" days={statistics.newRepositoriesPerDay} />
      <Users counts={statistics.usersByStatus} />
      <Mails counts={statistics.mailsByState} days={statistics.newUsersPerDay.length} />
    </>
  );
}

type PerDayProps = { of: 'newUsers' | 'signIns' | 'newRepositories'; days: readonly Day[] };

function PerDay({ of, days }: PerDayProps) {
  const { t } = useTranslation('dashboard');
  const total = sumOf(days);
  const peak = days.reduce((most, day) => (day.count > most.count ? day : most));
  const title = t(`${of}.title`);
  const summary = total
    ? t(`${of}.summary`, {
        count: total,
        total: formatNumber(total),
        days: days.length,
        day: dayOfYear(peak.date),
      })
    : t(`${of}.none`, { days: days.length });
  const rows = days.map(({ date, count }) => [dayOfYear(date), formatNumber(count)]).reverse();
  return (
    <PlotCard
      title={title}
      summary={summary}
      table={{ heads: [t('plot.day'), t('plot.count')], rows }}
    >
      <DayPlot title={title} days={days} />
    </PlotCard>
  );
}

function useShareTable(head: string, shares: readonly Share[]) {
  const { t } = useTranslation('dashboard');
  const total = sumOf(shares);
  return {
    heads: [head, t('plot.count'), t('plot.share')],
    rows: shares.map(({ label, count }) => [label, formatNumber(count), percentText(count, total)]),
  };
}

function Users({ counts }: { counts: PlotsFragment['usersByStatus'] }) {
  const { t } = useTranslation(['dashboard', 'user']);
  const total = sumOf(counts);
  const active = counts.find(({ status }) => status === 'ACTIVE')?.count ?? 0;
  const shares = counts.map(({ status, count }) => ({
    key: status,
    label: t(`user:status.${status}`),
    count,
  }));
  return (
    <PlotCard
      title={t('dashboard:users.title')}
      summary={t('dashboard:users.summary', {
        count: total,
        total: formatNumber(total),
        active: formatNumber(active),
      })}
      table={useShareTable(t('dashboard:users.status'), shares)}
    >
      <SharePlot shares={shares} />
    </PlotCard>
  );
}

/** The order of the rows. The API omits states without mails. */
const mailStates = ['SENT', 'PENDING', 'EXPIRED', 'FAILED'] as const;

function Mails({ counts, days }: { counts: PlotsFragment['mailsByState']; days: number }) {
  const { t } = useTranslation('dashboard');
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
      table={useShareTable(t('mails.state'), shares)}
    >
      <SharePlot shares={shares} />
    </PlotCard>
  );
}
