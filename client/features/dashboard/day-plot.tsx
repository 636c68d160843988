import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { cx } from '#client/lib/class-names.ts';

export type Day = { date: string; count: number };

/** “November 3”. Statistics use UTC days. */
export function dayOfYear(date: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(date));
}

/** In pixels. The minimum keeps a count of 1 visible next to 1,000. */
const height = 96;
const leastHeight = 2;

const centerOf = (index: number, days: number) => (100 * (index + 0.5)) / days;

/** Centers a label over its bar, shifted inwards near the edges to prevent clipping. */
const labelClass = 'absolute start-(--at) -translate-x-(--at) rtl:translate-x-(--at)';

function labelPosition(percent: number) {
  return { '--at': `${percent}%` } as Record<string, string>;
}

type DayPlotProps = { title: string; days: readonly Day[] };

/** Bar chart with one bar per day. Pointing at a day shows its figure; keyboards and screen readers use the table. */
export function DayPlot({ title, days }: DayPlotProps) {
  const { t, i18n } = useTranslation('statistics');
  const [active, setActive] = useState<number | null>(null);
  const last = days.length - 1;
  const max = Math.max(...days.map(({ count }) => count));
  const peak = days.findIndex(({ count }) => count === max);
  const rtl = i18n.dir() === 'rtl';

  const labelOf = (index: number) => {
    const { date, count } = days[index] as Day;
    return t('plot.point', { day: dayOfYear(date), count: formatNumber(count) });
  };

  function activateAtPointer(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / width;
    const index = Math.floor((rtl ? 1 - part : part) * days.length);
    setActive(Math.min(last, Math.max(0, index)));
  }

  return (
    <div>
      <div
        role="img"
        aria-label={t('plot.explore', { title })}
        className="relative touch-pan-y rounded-sm pt-6"
        onPointerMove={activateAtPointer}
        onPointerDown={activateAtPointer}
        onPointerLeave={() => setActive(null)}
      >
        <Bars days={days} max={max} active={active} />
        {active === null
          ? max > 0 && (
              <span
                className="absolute start-(--at) top-0 -translate-x-1/2 text-xs font-medium whitespace-nowrap tabular-nums rtl:translate-x-1/2"
                style={labelPosition(centerOf(peak, days.length))}
              >
                {formatNumber(max)}
              </span>
            )
          : days[active] && (
              <span
                className={cx(
                  labelClass,
                  'pointer-events-none -top-1 rounded-control bg-text px-2 py-1 text-xs whitespace-nowrap text-surface tabular-nums',
                )}
                style={labelPosition(centerOf(active, days.length))}
              >
                {labelOf(active)}
              </span>
            )}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-text-muted">
        <span>{dayOfYear(days[0]?.date ?? '')}</span>
        <span>{dayOfYear(days[last]?.date ?? '')}</span>
      </div>
    </div>
  );
}

type BarsProps = { days: readonly Day[]; max: number; active: number | null };

/** Widths are in percent and heights in pixels, so that lines aren't stretched. */
function Bars({ days, max, active }: BarsProps) {
  const width = 100 / days.length;
  return (
    <svg aria-hidden="true" className="mirrored block w-full" height={height}>
      {days.map(({ date, count }, index) => {
        const barHeight = count === 0 ? 0 : Math.max(leastHeight, (height * count) / max);
        return (
          <rect
            key={date}
            x={`${width * (index + 0.12)}%`}
            y={height - barHeight}
            width={`${width * 0.76}%`}
            height={barHeight}
            className={cx(
              'transition-opacity forced-colors:fill-[CanvasText]',
              active === null || active === index ? 'fill-accent' : 'fill-accent opacity-45',
            )}
          />
        );
      })}
      <line
        x1="0"
        x2="100%"
        y1={height - 0.5}
        y2={height - 0.5}
        className="stroke-line-strong forced-colors:stroke-[CanvasText]"
      />
    </svg>
  );
}
