import type { LucideIcon } from 'lucide-react';

export function RowIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-sunken text-text-muted"
    >
      <Icon className="size-4" />
    </span>
  );
}
