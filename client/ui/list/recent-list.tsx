import { ArrowRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#client/lib/errors.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { listClass, Row, RowIcon, RowSkeletons } from './list.tsx';
import { EmptyState, LoadFailed } from './list-states.tsx';

type RecentListProps = {
  label: string;
  icon: LucideIcon;
  items:
    | readonly {
        id: string;
        title: string;
        subtitle: string;
        at: string;
        to: string;
        lead?: ReactNode;
      }[]
    | undefined;
  failure: ApiError | undefined;
  onRetry: () => void;
  emptyText: string;
};

export function RecentList({ label, icon, items, failure, onRetry, emptyText }: RecentListProps) {
  if (failure && !items) return <LoadFailed failure={failure} onRetry={onRetry} />;
  if (items?.length === 0) return <EmptyState icon={icon} title={emptyText} />;
  return (
    <ul aria-label={label} aria-busy={!items} className={listClass}>
      {items?.map(({ id, title, subtitle, at, to, lead }) => (
        <Row
          key={id}
          to={to}
          lead={lead ?? <RowIcon icon={icon} />}
          title={title}
          subtitle={subtitle}
          end={<RelativeTime value={at} />}
        />
      )) ?? <RowSkeletons count={5} lead="square" />}
    </ul>
  );
}

/** Leads from a short list to all of it. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="touch-target inline-flex shrink-0 items-center gap-1.5 rounded-sm text-sm font-medium text-accent-text hover:underline"
    >
      {label}
      <ArrowRight className="mirrored size-4" />
    </Link>
  );
}
