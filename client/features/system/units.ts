import { currentLanguage } from '#client/i18n/i18n.ts';

export function formatUnit(value: number, unit: string, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, ...options }).format(
    value,
  );
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 126 MB, 3.4 GB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length, Math.max(1, Math.floor(Math.log10(bytes || 1) / 3)));
  const value = bytes / 1_000 ** power;
  return formatUnit(value, byteUnits[power - 1] ?? 'terabyte', {
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

const timeUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** 3 minutes, 1.5 seconds. */
export function formatDuration(seconds: number): string {
  const [unit, size] = timeUnits.find((each) => seconds >= each[1]) ?? ['second', 1];
  const value = seconds / size;
  return formatUnit(value, unit, {
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'second' && value < 10 ? 1 : 0,
  });
}

export function formatPercent(ratio: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(ratio);
}
