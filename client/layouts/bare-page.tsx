import type { ReactNode } from 'react';
import { useLoadedSession } from '#client/features/session/session.ts';
import { paths } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';
import { Logo } from '#client/ui/base/logo.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';

/** A page that may be outside an area, where it shows the logo above its content. */
export function BarePage({ children }: { children: ReactNode }) {
  const appName = useLoadedSession()?.setup.appName;
  return (
    <>
      <Link
        to={paths.login()}
        className="in-[main]:hidden mx-auto mt-8 flex w-fit items-center gap-2.5 rounded-sm font-semibold"
      >
        <Logo />
        {appName}
      </Link>
      {children}
    </>
  );
}

export function UnknownPage() {
  return (
    <BarePage>
      <NotFound />
    </BarePage>
  );
}
