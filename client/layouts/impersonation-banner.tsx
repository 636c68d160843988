import { VenetianMask } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { stopImpersonating } from '#client/features/session/impersonation-api.ts';
import { forgetSession, type Viewer } from '#client/features/session/session.ts';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { toApiError } from '#client/lib/errors.ts';
import { areaOf } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { toast } from '#client/ui/overlay/toast.ts';

/** Publishes the banner's height as `--banner`, the offset of other sticky headers. */
function useBannerHeight() {
  const banner = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      root.setProperty('--banner', `${banner.current?.offsetHeight ?? 0}px`);
    });
    if (banner.current) observer.observe(banner.current);
    return () => {
      observer.disconnect();
      root.removeProperty('--banner');
    };
  }, []);
  return banner;
}

/** Shown during impersonation: as whom, until when, and a button that ends it. */
export default function ImpersonationBanner({
  manager,
}: {
  manager: NonNullable<Viewer['impersonator']>;
}) {
  const { t } = useTranslation('session');
  const { user, session } = useViewer();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  const [pending, setPending] = useState(false);
  const banner = useBannerHeight();

  async function returnToManager() {
    // Opening another area runs its guard. Within the same area the session must be reloaded.
    forgetSession();
    await navigate(userPaths.detail(user.id), { state: discardUnsavedChanges });
    if (areaOf(pathname) === 'manager') await reloadSession();
  }

  async function stop() {
    setPending(true);
    try {
      await stopImpersonating(returnToManager);
    } catch (error) {
      setPending(false);
      await toast('error', failureText(toApiError(error)));
    }
  }

  return (
    <section
      ref={banner}
      aria-label={t('impersonation.region')}
      className="sticky top-0 z-30 flex items-center justify-between gap-3 border-b border-line bg-warning-soft px-4 py-2 text-sm text-warning-text"
    >
      <div className="flex min-w-0 items-center gap-3">
        <VenetianMask aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0">
          <RichText
            text={t('impersonation.notice', { name: user.name || user.email })}
            parts={{ strong: (words) => <bdi className="font-semibold">{words}</bdi> }}
          />{' '}
          <span className="max-sm:block max-sm:text-xs">
            {t('impersonation.until', {
              manager: manager.name || manager.email,
              time: formatDateTime(session.expiresAt),
            })}
          </span>
        </p>
      </div>
      <Button size="small" pending={pending} onClick={stop}>
        {t('impersonation.stop')}
      </Button>
    </section>
  );
}
