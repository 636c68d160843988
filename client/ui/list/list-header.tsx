import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/i18n/format.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';

type ListHeaderProps = {
  title: string;
  /** The number of entries, announced when it changes. Undefined while it loads. */
  total: number | undefined;
  totalText: (values: { count: number; total: string }) => string;
  action?: ReactNode;
};

/** The top of a list page. */
export function ListHeader({ title, total, totalText, action }: ListHeaderProps) {
  return (
    <PageHeader
      title={title}
      subtitle={
        <p role="status" className="min-h-5 tabular-nums">
          {total !== undefined && totalText({ count: total, total: formatNumber(total) })}
        </p>
      }
      actions={action}
    />
  );
}

const floatingClass =
  'max-md:fixed max-md:end-4 max-md:bottom-4 max-md:z-10 max-md:min-h-12 max-md:shadow-float';

type NewLinkProps = {
  to: string;
  label: string;
  /** Floats at the bottom of a phone's screen, within reach of the thumb. */
  floating?: boolean | undefined;
};

/** Leads to the form that adds an entry to a list. */
export function NewLink({ to, label, floating }: NewLinkProps) {
  return (
    <Link to={to} className={buttonClass('primary', 'normal', floating ? floatingClass : '')}>
      <Plus aria-hidden="true" className="size-4" />
      {label}
    </Link>
  );
}
