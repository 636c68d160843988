import type { ReactNode } from 'react';

type FactRowProps = { label: ReactNode; hint?: ReactNode; children: ReactNode };

/** Row of a `DescriptionList`, with its value at the end of the line. */
export function FactRow({ label, hint, children }: FactRowProps) {
  return (
    <div className="flex items-baseline justify-between gap-x-6 py-2.5">
      <dt className="min-w-0 text-text-muted">
        {label}
        {hint && <span className="block max-w-[48ch] text-xs">{hint}</span>}
      </dt>
      <dd className="max-w-[60%] shrink-0 text-end wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** Text that is the same in every language, such as the name of a setting. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs">
      {children}
    </bdi>
  );
}
