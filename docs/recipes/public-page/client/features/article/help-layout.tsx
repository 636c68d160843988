import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useSetup } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Logo } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SkipLink } from '#client/ui/page/page-heading.tsx';

/** Its link leads signed-in users to their area. */
export default function HelpLayout() {
  const { t } = useTranslation('auth');
  const { appName } = useSetup();
  return (
    <div className="mx-auto max-w-3xl px-4 sm:px-8">
      <SkipLink />
      <header className="flex h-16 items-center gap-2.5">
        <Logo />
        <span className="min-w-0 truncate font-semibold">{appName}</span>
        <Link to={paths.login()} className={`${buttonClass()} ms-auto shrink-0`}>
          {t('login.title')}
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="py-8 outline-none">
        <Outlet />
      </main>
    </div>
  );
}
