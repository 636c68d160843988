import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { formatDay, readDay } from '#client/lib/day.ts';

/** Relative time, updated every minute, with the exact time as a tooltip. */
export function RelativeTime({ value, focusable }: { value: string; focusable?: boolean }) {
  // Rerenders when the language changes.
  useTranslation();
  const now = useNow(60_000);
  return (
    <Tooltip text={formatDateTime(value)} focusable={focusable ?? false}>
      <time dateTime={value}>{formatRelative(value, now)}</time>
    </Tooltip>
  );
}

/** The time, read again after each interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

type TooltipProps = { text: string; focusable: boolean; children: ReactNode };

/** Shows `text` above everything else on hover, and on focus if `focusable`. Escape hides it. */
function Tooltip({ text, focusable, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  function toggle(open: boolean) {
    // Browsers without popovers show the text to screen readers only.
    tip.current?.togglePopover?.(open);
    if (open && tip.current && anchor.current) place(tip.current, anchor.current);
  }
  const focus = focusable
    ? {
        tabIndex: 0,
        'aria-describedby': id,
        onFocus: () => toggle(true),
        onBlur: () => toggle(false),
        onKeyDown: (event: { key: string }) => event.key === 'Escape' && toggle(false),
      }
    : {};
  return (
    <span
      ref={anchor}
      className="inline-block rounded-sm whitespace-nowrap"
      onPointerEnter={() => toggle(true)}
      onPointerLeave={() => toggle(false)}
      {...focus}
    >
      {children}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="animate-appear fixed inset-auto m-0 w-max rounded-control bg-text px-2 py-1 text-xs font-normal text-surface"
      >
        {text}
      </span>
    </span>
  );
}

/** Pixels between the tooltip and its anchor, and from the window's edges. */
const gap = 4;

function place(tip: HTMLElement, anchor: HTMLElement) {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const start = getComputedStyle(anchor).direction === 'rtl' ? right - width : left;
  tip.style.left = `${Math.max(gap, Math.min(start, innerWidth - width - gap))}px`;
  tip.style.top = `${top - height - gap < gap ? bottom + gap : top - height - gap}px`;
}

/** A calendar day, which has no time zone: Jan 31, 2031. */
export function DayText({ value }: { value: string }) {
  // Rerenders when the language changes.
  useTranslation();
  const day = readDay(value);
  return <time dateTime={value}>{day ? formatDay(day) : value}</time>;
}
