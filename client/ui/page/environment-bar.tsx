import type { EnvironmentBadgeProps } from './environment-badge.tsx';

/** A line in the environment's colour over every page, so that it is seen without being read. */
export function EnvironmentBar({ environment: { name, emoji, color } }: EnvironmentBadgeProps) {
  if (!name && !emoji) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75 forced-color-adjust-none print:hidden"
      style={{ backgroundColor: color }}
    />
  );
}
