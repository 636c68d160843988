import { ArrowRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#client/lib/errors.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { listClass, Row, RowIcon, RowSkeletons } from './list.tsx';
import { EmptyState, LoadFailed } from './list-states.tsx';

type Item = {
  id: string;
  title: string;
  subtitle: string;
  /** Shown whole, instead of the title. */
  text?: string | undefined;
  at: string;
  to: string;
  lead?: ReactNode;
};

type RecentListProps = {
  label: string;
  icon: LucideIcon;
  items: readonly Item[] | undefined;
  failure: ApiError | undefined;
  onRetry: () => void;
  emptyText: string;
};

export function RecentList({ label, icon, items, failure, onRetry, emptyText }: RecentListProps) {
  if (failure && !items) return <LoadFailed failure={failure} onRetry={onRetry} />;
  if (items?.length === 0) return <EmptyState icon={icon} title={emptyText} />;
  return (
    <ul aria-label={label} aria-busy={!items} className={listClass}>
      {items?.map(({ id, title, subtitle, text, at, to, lead }) =>
        text ? (
          <WholeText key={id} text={text} at={at} to={to} />
        ) : (
          <Row
            key={id}
            to={to}
            lead={lead ?? <RowIcon icon={icon} />}
            title={title}
            subtitle={subtitle}
            end={<RelativeTime value={at} />}
          />
        ),
      ) ?? <RowSkeletons count={5} lead="square" />}
    </ul>
  );
}

function WholeText({ text, at, to }: { text: string; at: string; to: string }) {
  return (
    <li className="relative grid gap-1 px-4 py-3 text-sm transition-colors focus-within:bg-row-hover hover:bg-row-hover">
      <Link
        to={to}
        dir="auto"
        data-text
        className="text-match-parent whitespace-pre-line wrap-anywhere after:absolute after:inset-0"
      >
        {text}
      </Link>
      <span className="relative w-fit text-xs text-text-muted">
        <RelativeTime value={at} />
      </span>
    </li>
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
