import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { formatNumber } from '#client/i18n/format.ts';
import { rememberList } from '#client/lib/address/use-search.ts';
import { createKey } from '#client/lib/shortcuts.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { withKeys } from '#client/ui/base/keys.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';

type ListHeaderProps = {
  title: string;
  /** Number of entries, announced when it changes. Undefined while loading. */
  total: Total | undefined;
  totalText: (values: { count: number; total: string }) => string;
  /** What the list is, if its title doesn't say it. */
  intro?: string;
  action?: ReactNode;
};

export function ListHeader({ title, total, totalText, intro, action }: ListHeaderProps) {
  const totalNumber = useTotalText();
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);
  return (
    <PageHeader
      title={title}
      subtitle={
        <>
          {intro && <p className="max-w-[72ch]">{intro}</p>}
          <p role="status" className="tabular-nums">
            {total ? (
              totalText({ count: total.count, total: totalNumber(total) })
            ) : (
              <span className="my-0.75 h-3.5 w-24 skeleton in-[main:not(:has(ul[aria-busy=true]))]:hidden" />
            )}
          </p>
        </>
      }
      actions={action}
    />
  );
}

type NewLinkProps = {
  to: string;
  label: string;
  /** Floats at the bottom of phones, within reach of the thumb. */
  floating?: boolean | undefined;
};

export function NewLink({ to, label, floating }: NewLinkProps) {
  return (
    <Link
      to={to}
      title={withKeys(label, 'C')}
      aria-keyshortcuts={createKey}
      className={buttonClass('primary', 'normal', floating ? 'floating' : '')}
    >
      <Plus />
      {label}
    </Link>
  );
}

/** A number of entries. If not exact, there are more. */
export type Total = { count: number; isExact: boolean };

export function useTotalText(): (total: Total) => string {
  const { t } = useTranslation();
  return ({ count, isExact }) => {
    const number = formatNumber(count);
    return isExact ? number : t('list.moreThan', { number });
  };
}
