import type { EnvironmentBadgeProps } from './environment-badge.tsx';

/** Line in the environment's color above every page, recognizable without reading. */
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
