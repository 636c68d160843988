import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation as useRouterNavigation } from 'react-router';
import { goLetter } from '#client/features/palette/go-targets.ts';
import {
  type NavEntry,
  navEntries,
  navIcons,
  useNavigation,
} from '#client/features/session/use-navigation.ts';
import { useText } from '#client/i18n/texts.ts';
import { cx } from '#client/lib/class-names.ts';
import { useShownSection } from '#client/lib/page.ts';
import { withKeys } from '#client/ui/base/keys.tsx';
import { Link } from '#client/ui/base/link.tsx';

type NavLinkProps = {
  entry: NavEntry;
  shape: 'side' | 'rail' | 'top' | 'bottom';
  onClick?: (() => void) | undefined;
};

const shapes = {
  side: 'flex min-h-9 items-center gap-3 rounded-control px-3 text-sm pointer-coarse:min-h-11',
  rail: 'touch-target mx-auto grid size-9 place-items-center rounded-control',
  top: 'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-control px-3 text-sm',
  bottom:
    'grid min-h-11 min-w-0 grow basis-0 grid-cols-[minmax(0,max-content)] place-content-center justify-items-center gap-0.5 text-xs',
};

/** The current page isn't marked by color alone. */
export function NavLink({ entry, shape, onClick }: NavLinkProps) {
  const { to } = entry;
  const label = useText()(entry.label);
  const Icon = navIcons[entry.nav.icon];
  const here = useLocation();
  // The page that was clicked is shown as chosen before it has loaded.
  const next = useRouterNavigation().location;
  const { pathname } = next ?? here;
  // An area's root is a prefix of all its pages, so it must match exactly.
  const isRoot = !to.includes('/', 1);
  const section = useShownSection();
  const current =
    section && !next
      ? section === to
      : pathname === to || pathname === `${to}/` || (!isRoot && pathname.startsWith(`${to}/`));
  const bottom = shape === 'bottom';
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      aria-label={shape === 'rail' ? label : undefined}
      title={withKeys(label, 'G', goLetter(entry.nav.icon).toUpperCase())}
      className={cx(
        shapes[shape],
        'transition-colors',
        current ? 'forced-chosen font-medium text-accent-text' : 'text-text-muted hover:text-text',
        !bottom && (current ? 'bg-accent-soft' : 'hover:bg-hover'),
      )}
    >
      <span
        className={cx(
          'grid place-items-center rounded-full',
          bottom && 'px-4 py-0.5',
          bottom && current && 'bg-accent-soft forced-colors:bg-transparent',
        )}
      >
        <Icon className={bottom ? 'size-5' : 'size-4'} />
      </span>
      {shape !== 'rail' && <span className="max-w-full truncate">{label}</span>}
    </Link>
  );
}

type ManagerNavProps = { shape: 'side' | 'rail'; onNavigate?: () => void };

export function ManagerNav({ shape, onNavigate }: ManagerNavProps) {
  const { t } = useTranslation();
  const { pages } = useNavigation();
  return (
    <nav aria-label={t('nav.main')} className="grid gap-6">
      {(['nav.application', 'nav.configuration'] as const).map((group) => (
        <div key={group} className="grid gap-1 not-has-[a]:hidden">
          {shape === 'side' ? (
            <h2 className="px-3 pb-1 text-xs font-medium text-text-muted">{t(group)}</h2>
          ) : (
            <hr className="mx-3 border-line first:hidden" />
          )}
          {navEntries(pages, group).map((entry) => (
            <NavLink key={entry.to} entry={entry} shape={shape} onClick={onNavigate} />
          ))}
        </div>
      ))}
    </nav>
  );
}
