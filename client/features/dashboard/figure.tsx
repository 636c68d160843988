import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Link } from '#client/ui/base/link.tsx';
import type { Day } from './day-plot.tsx';
import { dayOfYear } from './day-text.ts';

type FigureProps = { total: number; to: string | undefined; none: string };

export function Figure({ total, to, none }: FigureProps) {
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
export function Change({ now, before }: { now: number; before: number }) {
  if (before === 0 || now === before) return null;
  const format = new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    signDisplay: 'exceptZero',
  });
  return <Badge>{format.format((now - before) / before)}</Badge>;
}

export function usePeakText(days: readonly Day[]): string {
  const { t } = useTranslation('dashboard');
  const max = Math.max(...days.map(({ count }) => count));
  const peaks = days.filter(({ count }) => count === max);
  const [peak] = peaks;
  return peaks.length === 1 && peak
    ? t('plot.peakOn', { day: dayOfYear(peak.date) })
    : t('plot.peakTied', { max: formatNumber(max) });
}
