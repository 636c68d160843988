import type { ReactNode } from 'react';

export function DetailColumns({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-8 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
        {facts}
        <div className="grid grid-cols-1 gap-8 *:mt-0">{children}</div>
      </div>
    </div>
  );
}

export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-surface-raised px-4 text-sm">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-3">
      <dt className="text-text-muted">{label}</dt>
      <dd className="min-w-0 max-w-[72ch] whitespace-pre-line">{children}</dd>
    </div>
  );
}
