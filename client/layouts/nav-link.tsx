import type { LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router';
import { cx } from '#client/lib/class-names.ts';
import { Link } from '#client/ui/base/link.tsx';

type NavLinkProps = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Only this very page counts as here, not the ones below it. */
  exact?: boolean | undefined;
  shape: 'side' | 'rail' | 'top' | 'bottom';
  onClick?: () => void;
};

const shapes = {
  side: 'flex min-h-9 items-center gap-3 rounded-control px-3 text-sm pointer-coarse:min-h-11',
  rail: 'touch-target mx-auto grid size-9 place-items-center rounded-control',
  top: 'inline-flex min-h-9 items-center gap-2 rounded-control px-3 text-sm',
  bottom: 'grid min-h-11 grow basis-0 place-content-center justify-items-center gap-0.5 text-xs',
};

/** An entry of a navigation; the one that one is at is marked, not by colour alone. */
export function NavLink({ to, label, icon: Icon, exact, shape, onClick }: NavLinkProps) {
  const { pathname } = useLocation();
  const here =
    pathname === to || pathname === `${to}/` || (!exact && pathname.startsWith(`${to}/`));
  const bottom = shape === 'bottom';
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={here ? 'page' : undefined}
      aria-label={shape === 'rail' ? label : undefined}
      title={shape === 'rail' ? label : undefined}
      className={cx(
        shapes[shape],
        'transition-colors duration-150',
        here ? 'forced-chosen font-medium text-accent-text' : 'text-text-muted hover:text-text',
        !bottom && (here ? 'bg-accent-soft' : 'hover:bg-hover'),
      )}
    >
      <span
        className={cx(
          'grid place-items-center rounded-full',
          bottom && 'px-4 py-0.5',
          bottom && here && 'bg-accent-soft forced-colors:bg-transparent',
        )}
      >
        <Icon aria-hidden="true" className={bottom ? 'size-5' : 'size-4'} />
      </span>
      {shape !== 'rail' && <span className="truncate">{label}</span>}
    </Link>
  );
}
