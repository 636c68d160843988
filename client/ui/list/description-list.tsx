import type { ReactNode } from 'react';

/** Labels and values of a record. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-y border-line text-sm">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr] sm:gap-4">
      <dt className="text-text-muted">{label}</dt>
      <dd className="min-w-0 max-w-[72ch] whitespace-pre-line">{children}</dd>
    </div>
  );
}
