/** Lucide-style icons for the login page. Lucide's runtime is only loaded with the areas. */
import { cx } from '#client/lib/class-names.ts';

/** Exclamation mark. Upside down it is the “i” of an information. */
export function AlertIcon({ isInfo }: { isInfo?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className={cx('mt-0.5 size-4 shrink-0', isInfo && 'rotate-180')}
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </svg>
  );
}

export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path className="fill-accent" d="M3 30V16a13 13 0 0 1 26 0v14z" />
      <path className="fill-glow" d="M10 30V16a6 6 0 0 1 12 0v14z" />
    </svg>
  );
}

export const besideForm = 'sticky top-0 hidden h-dvh lg:block';

/** Illustration of a door. `--illustration-progress` (0–1) opens it; `className` positions it. */
export function Illustration({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={cx('illustration', className)}>
      <div className="illustration-canvas">
        <div className="illustration-halo" />
        <div className="illustration-light" />
        <div className="illustration-leaf" />
        <div className="illustration-leaf" />
      </div>
    </div>
  );
}
