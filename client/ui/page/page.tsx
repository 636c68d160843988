import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeading } from './page-heading.tsx';

type PageHeaderProps = {
  title: string;
  /** One quiet line on what this is. */
  subtitle?: ReactNode;
  /** The two or three things one does most. */
  actions?: ReactNode;
  /** Where this page hangs. */
  back?: { to: string; label: string };
};

/** The top of a page. Its heading takes the focus when one comes from another page. */
export function PageHeader({ title, subtitle, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-6 grid gap-2">
      {back && (
        <Link
          to={back.to}
          className="touch-target inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="mirrored size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <PageHeading>{title}</PageHeading>
          {subtitle && <div className="text-sm text-text-muted">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** A group of things on a page, under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 grid gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
