import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { forgetSession } from '#client/features/session/session.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { ErrorPage, Forbidden, NotFound } from '#client/ui/page/error-page.tsx';
import { BarePage } from './bare-page.tsx';

/** Whether a chunk could not be loaded: offline, or replaced by a newer version. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/** Shown when a route's guard, chunk or page has thrown. */
export function ErrorBoundary() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const failure = toApiError(error);
  if (failure.code === 'FORBIDDEN' || failure.code === 'NOT_FOUND')
    return <BarePage>{failure.code === 'FORBIDDEN' ? <Forbidden /> : <NotFound />}</BarePage>;

  async function retry() {
    if (isMissingCode(error)) return window.location.reload();
    forgetSession();
    await revalidate();
  }

  const known = failure.code !== 'UNKNOWN_ERROR';
  const body = isMissingCode(error) ? t('error.missingCode') : failureText(failure);
  return (
    <BarePage>
      <ErrorPage
        {...(!known && !isMissingCode(error) && { code: '500' })}
        detail={known ? undefined : String(error)}
        title={t(known ? 'error.unavailable' : 'error.500')}
        body={known || isMissingCode(error) ? body : t('error.500Hint')}
        failure={failure}
        onRetry={retry}
      />
    </BarePage>
  );
}
