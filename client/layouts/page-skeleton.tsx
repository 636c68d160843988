import { useLocation } from 'react-router';
import { cx } from '#client/lib/class-names.ts';
import { Logo } from '#client/ui/base/icons.tsx';

export function PageSkeleton() {
  const { pathname } = useLocation();
  const manager = pathname.startsWith('/manager');
  if (!manager && !pathname.startsWith('/app')) return <div aria-busy="true" />;
  return (
    <div aria-busy="true" className={cx('min-h-dvh noscript:hidden', manager && 'md:flex')}>
      {manager && (
        <div className="hidden w-60 border-e border-line bg-surface-sunken p-4 dark:bg-surface md:block">
          <Logo />
        </div>
      )}
      <div className="grow">
        <div
          className={`flex h-14 items-center border-b border-line px-4 ${manager ? 'md:hidden' : ''}`}
        >
          <Logo />
        </div>
        <div className="mx-auto grid max-w-manager gap-6 px-4 py-8 md:px-8">
          <span className="skeleton h-8 w-56" />
          <span className="skeleton h-40" />
        </div>
      </div>
    </div>
  );
}
