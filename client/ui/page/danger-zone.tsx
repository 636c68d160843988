import type { ReactNode } from 'react';

type DangerZoneProps = { title: string; body: string; children: ReactNode };

export function DangerZone({ title, body, children }: DangerZoneProps) {
  return (
    <section className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card border border-danger/40 p-4">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="max-w-[60ch] text-sm text-text-muted">{body}</p>
      </div>
      {children}
    </section>
  );
}
