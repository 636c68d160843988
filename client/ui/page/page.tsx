import type { ReactNode } from 'react';
import { formatNumber } from '#client/i18n/format.ts';
import { cx } from '#client/lib/class-names.ts';
import { PageHeading } from './page-heading.tsx';

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  visual?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, subtitle, visual, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 items-start gap-3 sm:gap-4">
          {visual}
          <div className="grid min-w-0 gap-1">
            <PageHeading>{breakable(title)}</PageHeading>
            {subtitle && <div className="text-sm text-text-muted">{subtitle}</div>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** Allows a line break after the @ in titles with long email addresses. */
function breakable(title: string): ReactNode {
  const at = title.indexOf('@') + 1;
  if (at === 0) return title;
  return (
    <>
      {title.slice(0, at)}
      <wbr />
      {title.slice(at)}
    </>
  );
}

type SectionProps = {
  title: string;
  count?: number;
  action?: ReactNode;
  children: ReactNode;
};

export function Section({ title, count, action, children }: SectionProps) {
  return (
    <section className="mt-8 grid gap-3">
      <div
        className={cx(
          'flex flex-wrap items-center justify-between gap-2',
          action ? 'min-h-10' : '',
        )}
      >
        <h2 className="flex items-baseline gap-2 text-base font-semibold">
          {title}
          {count !== undefined && (
            <span className="text-sm font-normal text-text-muted tabular-nums">
              {formatNumber(count)}
            </span>
          )}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
