import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';

const refreshIntervalMs = 60_000;

/** Relative time, updated every minute, with the exact time as a tooltip. */
export function RelativeTime({ value, focusable }: { value: string; focusable?: boolean }) {
  // Rerenders when the language changes.
  useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip text={formatDateTime(value)} focusable={focusable ?? false}>
      <time dateTime={value}>{formatRelative(value, now)}</time>
    </Tooltip>
  );
}
