import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { errorText } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { paths } from '#client/paths.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Illustration } from '#client/ui/base/icons.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RequestId } from '#client/ui/base/notice.tsx';
import { PageHeading } from './page-heading.tsx';

/** Keeps the pending state visible. */
const retryDelayMs = 600;

/** Illustration per status code: door closed for 403, open for 404. */
const scenes: Partial<Record<string, string>> = {
  403: '[--illustration-progress:0]',
  404: '[--illustration-progress:1]',
};

type ErrorPageProps = {
  code?: string;
  title: string;
  body?: string | undefined;
  failure?: ApiError | undefined;
  detail?: string | undefined;
  onRetry?: (() => Promise<void>) | undefined;
};

export function ErrorPage({ code, title, body, failure, detail, onRetry }: ErrorPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  usePageTitle(title);

  async function retry() {
    setPending(true);
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    await onRetry?.();
    setPending(false);
  }

  // Retries automatically once the network is back.
  useEffect(() => {
    if (!onRetry) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });

  return (
    <div className="in-[.login]:p-0 in-[.login]:text-start not-in-[.login]:min-h-[75dvh] mx-auto grid max-w-lg content-center gap-3 px-4 py-8 text-center">
      <Illustration
        className={cx(
          'in-[.login]:lg:hidden mx-auto mb-4 h-52 w-full max-w-sm rounded-card',
          scenes[code ?? ''] ?? 'illustration-broken',
        )}
      />
      {code && <p className="text-sm font-medium text-text-muted">{code}</p>}
      <PageHeading>{title}</PageHeading>
      {body && <p className="text-balance text-text-muted">{body}</p>}
      {failure && <RequestId failure={failure} />}
      <div className="in-[.login]:justify-start mt-4 flex flex-wrap justify-center gap-2 max-sm:*:w-full">
        {onRetry && (
          <Button look="primary" onClick={retry} pending={pending}>
            {t('action.retry')}
          </Button>
        )}
        {/* /login redirects signed-in users to their home page. */}
        <Link
          to={paths.login()}
          reloadDocument={failure !== undefined}
          className={buttonClass(onRetry ? 'secondary' : 'primary')}
        >
          {t('action.goHome')}
        </Link>
        <Button look="quiet" onClick={() => navigate(-1)}>
          {t('action.goBack')}
        </Button>
      </div>
      {detail && <ThrownError text={detail} />}
    </div>
  );
}

function ThrownError({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <details className="group mt-4 text-sm">
      <summary className="touch-target mx-auto w-fit rounded-sm text-text-muted">
        <span className="group-open:hidden">{t('error.show')}</span>
        <span className="hidden group-open:inline">{t('error.hide')}</span>
      </summary>
      <pre
        dir="ltr"
        className="mt-3 overflow-x-auto rounded-control bg-surface-sunken p-3 text-start text-xs"
      >
        {text}
      </pre>
    </details>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return <ErrorPage code="404" title={t('error.404')} body={t('error.404Hint')} />;
}

export function Forbidden() {
  const { t } = useTranslation();
  return <ErrorPage code="403" title={t('error.403')} body={errorText('FORBIDDEN')} />;
}
