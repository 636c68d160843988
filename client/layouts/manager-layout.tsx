import { ChevronsUpDown, Menu as MenuIcon, PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoHint } from '#client/features/demo/demo-hint.tsx';
import { useSetup, useViewer } from '#client/features/session/use-session.ts';
import { cx } from '#client/lib/class-names.ts';
import { sidebarKeys } from '#client/lib/shortcuts.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';
import { underDesktopWidth, useMedia } from '#client/lib/use-media.ts';
import { paths } from '#client/paths.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { IconButton } from '#client/ui/base/button.tsx';
import { Logo } from '#client/ui/base/icons.tsx';
import { withKeys } from '#client/ui/base/keys.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Sheet } from '#client/ui/overlay/sheet.tsx';
import { EnvironmentBadge, EnvironmentBar } from '#client/ui/page/environment.tsx';
import { SkipLink } from '#client/ui/page/page-heading.tsx';
import { AuthenticatedArea, PageOutlet } from './authenticated-area.tsx';
import { ManagerNav } from './nav-link.tsx';
import { SearchButton } from './search-button.tsx';
import { UserMenu } from './user-menu.tsx';

export default function ManagerLayout() {
  return (
    <AuthenticatedArea>
      <ManagerShell />
    </AuthenticatedArea>
  );
}

function ManagerShell() {
  const { environment } = useSetup();
  const small = useMedia(underDesktopWidth);
  return (
    <div className="min-h-dvh md:flex">
      <SkipLink />
      <EnvironmentBar environment={environment} />
      {small ? <PhoneBar /> : <Sidebar />}
      <main id="content" tabIndex={-1} className="outline-none min-w-0 grow">
        <div className="mx-auto max-w-manager px-4 pt-6 pb-24 md:px-8 md:py-8">
          <PageOutlet />
        </div>
      </main>
    </div>
  );
}

function PhoneBar() {
  const { t } = useTranslation();
  const { appName } = useSetup();
  const [open, setOpen] = useState(false);
  const home = (
    <Link
      to={paths.home('manager')}
      onClick={() => setOpen(false)}
      className="flex items-center gap-2 rounded-sm font-semibold"
    >
      <Logo className="size-6" />
      {appName}
    </Link>
  );
  return (
    <header className="sticky top-(--banner,0px) z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-2">
      <IconButton
        icon={MenuIcon}
        label={t('nav.openMenu')}
        className="[&_svg]:size-5!"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={sidebarKeys}
        onClick={() => setOpen(!open)}
      />
      {home}
      <DemoHint />
      <div className="ms-auto me-2 flex items-center gap-2">
        <SearchButton />
        <UserMenu />
      </div>
      {open && (
        <Sheet label={t('nav.main')} header={home} onClose={() => setOpen(false)}>
          <ManagerNav shape="side" onNavigate={() => setOpen(false)} />
        </Sheet>
      )}
    </header>
  );
}

const storageKey = 'sidebar';

function Sidebar() {
  const { t } = useTranslation();
  const { appName, environment } = useSetup();
  const { user } = useViewer();
  const [open, setOpen] = useState(() => readStored(storageKey) !== 'closed');

  function toggle() {
    writeStored(storageKey, open ? 'closed' : 'open');
    setOpen(!open);
  }

  return (
    <header
      className={cx(
        'sticky top-(--banner,0px) flex h-[calc(100dvh-var(--banner,0px))] shrink-0 flex-col border-e border-line bg-surface-sunken dark:bg-surface',
        open ? 'w-60' : 'w-16',
      )}
    >
      <div className={cx('flex shrink-0 items-center gap-2 p-3', open ? 'h-16' : 'flex-col pt-4')}>
        <Link
          to={paths.home('manager')}
          aria-label={appName}
          className={cx(
            'flex min-w-0 items-center gap-2.5 rounded-sm font-semibold',
            open && 'grow px-1',
          )}
        >
          <Logo />
          {open && <span className="truncate">{appName}</span>}
        </Link>
        <IconButton
          icon={PanelLeft}
          label={t('nav.toggleSidebar')}
          title={withKeys(t('nav.toggleSidebar'), 'mod', 'B')}
          aria-expanded={open}
          aria-keyshortcuts={sidebarKeys}
          onClick={toggle}
        />
      </div>
      <div className={cx('px-3 pb-2', !open && 'grid justify-items-center')}>
        <SearchButton wide={open} />
      </div>
      <div className="grow overflow-y-auto p-3">
        <ManagerNav shape={open ? 'side' : 'rail'} />
      </div>
      <div className="grid gap-2 border-t border-line p-3">
        {open && <EnvironmentBadge environment={environment} />}
        <DemoHint compact={!open} />
        <UserMenu
          align="start"
          side="top"
          triggerClass={cx(
            'flex w-full items-center gap-2.5 rounded-control text-start hover:bg-hover',
            open ? 'p-1.5' : 'justify-center py-1.5',
          )}
          trigger={
            <>
              <Avatar id={user.id} name={user.name} pictureUrl={user.pictureUrl} size="small" />
              {open && (
                <>
                  <bdi className="min-w-0 grow truncate text-sm font-medium">{user.name}</bdi>
                  <ChevronsUpDown className="size-4 text-text-muted" />
                </>
              )}
            </>
          }
        />
      </div>
    </header>
  );
}
