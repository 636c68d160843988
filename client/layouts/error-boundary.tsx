import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import {
  forgetSession,
  onForeignSession,
  useLoadedSession,
} from '#client/features/session/session.ts';
import { useReloadSession } from '#client/features/session/use-session.ts';
import { errorText, failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { isMissingCode } from '#client/lib/loading/code.ts';
import { claimReload, reloadDocument } from '#client/lib/loading/reload-document.ts';
import { paths } from '#client/paths.ts';
import { Logo } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { ErrorPage, Forbidden, NotFound } from '#client/ui/page/error-page.tsx';

export function ErrorBoundary() {
  const error = useRouteError();
  const reloadSession = useReloadSession();
  useEffect(() => onForeignSession(reloadSession), [reloadSession]);
  const { code } = toApiError(error);
  if (isMissingCode(error)) return <MissingCode />;
  return (
    <BarePage>
      {code === 'FORBIDDEN' ? (
        <Forbidden />
      ) : code === 'NOT_FOUND' ? (
        <NotFound />
      ) : (
        <Failed error={error} />
      )}
    </BarePage>
  );
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const failure = toApiError(error);
  const isKnown = failure.code !== 'UNKNOWN_ERROR';

  async function retry() {
    forgetSession();
    await revalidate();
  }

  return (
    <ErrorPage
      {...(!isKnown && { code: '500' })}
      detail={isKnown ? undefined : String(error)}
      title={t(isKnown ? 'error.unavailable' : 'error.500')}
      body={isKnown ? failureText(failure) : t('error.500Hint')}
      failure={failure}
      onRetry={retry}
    />
  );
}

/** Reloads the document after a deployment. Shows the error page if that didn't help, or offline. */
function MissingCode() {
  const { t } = useTranslation();
  const [isReloading, setIsReloading] = useState(claimReload);
  useEffect(() => {
    if (isReloading) void reloadDocument().then(() => setIsReloading(false));
  }, [isReloading]);
  if (isReloading) return <div aria-busy="true" className="min-h-dvh" />;
  return (
    <BarePage>
      <ErrorPage
        title={t('error.unavailable')}
        body={navigator.onLine ? t('error.missingCode') : errorText('NETWORK_ERROR')}
        onRetry={reloadDocument}
      />
    </BarePage>
  );
}

/** A page that may be outside an area, where it shows the logo above its content. */
function BarePage({ children }: { children: ReactNode }) {
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
      <main id="content" tabIndex={-1} className="outline-none">
        <NotFound />
      </main>
    </BarePage>
  );
}
