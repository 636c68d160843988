import { ArrowRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#client/lib/errors.ts';
import { Link } from '#client/ui/base/link.tsx';
import { LinkedText } from '#client/ui/base/linked-text.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { listClass, Row, RowIcon, RowSkeletons } from './list.tsx';
import { LoadFailed } from './list-states.tsx';

type Item = {
  id: string;
  title: string;
  subtitle: string;
  /** Shown in full, instead of the title. */
  wholeText?: string | undefined;
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
  if (items?.length === 0) {
    return (
      <p className="rounded-card border border-dashed p-6 text-center text-sm text-text-muted">
        {emptyText}
      </p>
    );
  }
  return (
    <ul aria-label={label} aria-busy={!items} className={listClass}>
      {items?.map(({ lead, ...item }) =>
        item.wholeText ? (
          <WholeText key={item.id} {...item} />
        ) : (
          <Row
            key={item.id}
            to={item.to}
            lead={lead ?? <RowIcon icon={icon} />}
            title={item.title}
            subtitle={item.subtitle}
            end={<RelativeTime value={item.at} />}
          />
        ),
      ) ?? <RowSkeletons count={5} lead="square" />}
    </ul>
  );
}

function WholeText({ title, subtitle, wholeText = '', at, to }: Item) {
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <p dir="auto" className="text-match-parent whitespace-pre-line wrap-anywhere">
        <LinkedText text={wholeText} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-text-muted">
        <Link to={to} className="touch-target rounded-sm hover:underline">
          <span className="sr-only">{title} </span>
          <RelativeTime value={at} />
        </Link>
        {subtitle}
      </p>
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
