import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoHint } from '#client/features/demo/demo-hint.tsx';
import { useSetup } from '#client/features/session/use-session.ts';
import { underDesktopWidth, useMedia } from '#client/lib/use-media.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Logo } from '#client/ui/base/logo.tsx';
import { Sheet } from '#client/ui/overlay/sheet.tsx';
import { EnvironmentBar } from '#client/ui/page/environment.tsx';
import { SkipLink } from '#client/ui/page/skip-link.tsx';
import { AuthenticatedArea, PageOutlet } from './authenticated-area.tsx';
import { ManagerNav } from './nav-link.tsx';
import { SearchButton } from './search-button.tsx';
import { Sidebar, useSidebar } from './sidebar.tsx';
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
  const [sheetOpen, setSheetOpen] = useState(false);
  const sidebar = useSidebar(() => setSheetOpen((open) => !open));
  return (
    <div className="min-h-dvh md:flex">
      <SkipLink />
      <EnvironmentBar environment={environment} />
      {small ? (
        <PhoneBar open={sheetOpen} onOpenChange={setSheetOpen} />
      ) : (
        <Sidebar open={sidebar.open} onToggle={sidebar.toggle} />
      )}
      <main id="content" tabIndex={-1} className="outline-none min-w-0 grow">
        <div className="mx-auto max-w-manager px-4 pt-6 pb-24 md:px-8 md:py-8">
          <PageOutlet />
        </div>
      </main>
    </div>
  );
}

type PhoneBarProps = { open: boolean; onOpenChange: (open: boolean) => void };

function PhoneBar({ open, onOpenChange }: PhoneBarProps) {
  const { t } = useTranslation();
  const { appName } = useSetup();
  return (
    <header className="sticky top-(--banner,0px) z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-2">
      <Button
        look="quiet"
        size="icon"
        aria-label={t('nav.openMenu')}
        title={t('nav.openMenu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(true)}
      >
        <MenuIcon className="size-5" />
      </Button>
      <Link to={paths.home('manager')} className="flex items-center gap-2 rounded-sm font-semibold">
        <Logo className="size-6" />
        {appName}
      </Link>
      <DemoHint />
      <div className="ms-auto me-2 flex items-center gap-2">
        <SearchButton />
        <UserMenu />
      </div>
      {open && (
        <Sheet label={t('nav.main')} onClose={() => onOpenChange(false)}>
          <ManagerNav shape="side" onNavigate={() => onOpenChange(false)} />
        </Sheet>
      )}
    </header>
  );
}
