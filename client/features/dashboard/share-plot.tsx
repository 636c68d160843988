import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { Link } from '#client/ui/base/link.tsx';
import { percentText } from './day-text.ts';

export type Share = {
  key: string;
  label: string;
  count: number;
  to?: string;
};

export function SharePlot({ shares }: { shares: readonly Share[] }) {
  const { t } = useTranslation('dashboard');
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  if (shares.length === 0) return <p className="text-sm text-text-muted">{t('plot.noData')}</p>;
  return (
    <ul className="grid gap-3">
      {shares.map(({ key, label, count, to }) => (
        <li key={key} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
          {to ? (
            <Link to={to} className="touch-target w-fit rounded-sm hover:underline">
              {label}
            </Link>
          ) : (
            <span>{label}</span>
          )}
          <span className="tabular-nums">
            <span className="font-medium">{formatNumber(count)}</span>{' '}
            <span className="text-text-muted">{percentText(count, total)}</span>
          </span>
          <svg aria-hidden="true" className="mirrored col-span-2 block w-full" height="8">
            <rect width="100%" height="8" className="fill-surface-sunken forced-colors:fill-none" />
            <rect
              width={`${total ? (100 * count) / total : 0}%`}
              height="8"
              className="fill-accent forced-colors:fill-[CanvasText]"
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
