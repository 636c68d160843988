import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';

type ListHeaderProps = {
  title: string;
  /** The number of entries in words, announced when it changes. Undefined while it loads. */
  total: string | undefined;
  action?: ReactNode;
};

/** The top of a list page. */
export function ListHeader({ title, total, action }: ListHeaderProps) {
  return (
    <PageHeader
      title={title}
      subtitle={
        <p role="status" className="min-h-5 tabular-nums">
          {total}
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
