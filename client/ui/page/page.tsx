import { ChevronLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { cx } from '#client/lib/class-names.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { breakable } from '#client/ui/base/rich-text.tsx';
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
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 lg:flex-nowrap">
        {/* Buttons stand beside it if that leaves it enough room. */}
        <div
          className={cx(
            'flex min-w-0 grow-999 items-start gap-3 sm:gap-4',
            visual ? 'basis-60' : 'basis-36',
          )}
        >
          {visual}
          <div className={cx('grid min-w-0 content-center gap-1', actions ? 'min-h-10' : '')}>
            <PageHeading>{breakable(title)}</PageHeading>
            {subtitle && <div className="text-sm text-pretty text-text-muted">{subtitle}</div>}
          </div>
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-sm:grow max-sm:*:grow lg:max-w-2/3 lg:shrink-0">
            {actions}
          </div>
        )}
      </div>
    </header>
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
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-baseline gap-2 text-base font-semibold">
          {title}
          {count !== undefined && (
            <span className="text-sm font-normal text-text-muted">{formatNumber(count)}</span>
          )}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

type DangerZoneProps = {
  title: string;
  body: string;
  onDelete?: false | (() => void);
  children?: ReactNode;
};

export function DangerZone({ title, body, onDelete, children }: DangerZoneProps) {
  const { t } = useTranslation('list');
  return (
    <section className="mt-8 flex flex-wrap items-center justify-end gap-4 danger-zone rounded-card border bg-surface-raised p-4">
      <div className="grid min-w-36 grow-999 basis-0 gap-0.5 text-sm">
        <h2 className="font-medium">{title}</h2>
        <p className="text-pretty text-text-muted">{body}</p>
      </div>
      {onDelete && (
        <Button look="danger" aria-label={title} onClick={onDelete}>
          {t('record.delete')}
        </Button>
      )}
      {children}
    </section>
  );
}

type BreadcrumbProps = { parent: { to: string; label: string } };

/** The way back to the page above. */
export function Breadcrumb({ parent: { to, label } }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.breadcrumb')} className="mb-3 flex text-sm text-text-muted">
      <Link
        to={to}
        className="touch-target flex min-w-8 items-center gap-1 rounded-sm hover:text-text hover:underline"
      >
        <ChevronLeft className="mirrored -ms-1 size-4 shrink-0" />
        <bdi className="truncate">{label}</bdi>
      </Link>
    </nav>
  );
}

type FormPageProps = ComponentProps<typeof PageHeader> & ComponentProps<typeof Breadcrumb>;

export function FormPage({ parent, children, ...header }: FormPageProps & { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-form">
      <Breadcrumb parent={parent} />
      <PageHeader {...header} />
      {children}
    </div>
  );
}

export function DetailSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="skeleton h-4 w-28" />
      <span className="skeleton mb-3 h-7 w-64" />
      <span className="skeleton h-48 rounded-card!" />
    </div>
  );
}
