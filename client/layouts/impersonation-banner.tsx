import { VenetianMask } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStopImpersonating } from '#client/features/session/impersonation.tsx';
import type { Viewer } from '#client/features/session/session.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { formatDateTime, formatRelative } from '#client/i18n/format.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button } from '#client/ui/base/button.tsx';
import { useNow } from '#client/ui/base/relative-time.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { Banner } from '#client/ui/page/banner.tsx';

export default function ImpersonationBanner({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation('session');
  const { user, session } = viewer;
  const stopImpersonating = useStopImpersonating();
  const { pending, failure, attempt } = useAttempt(() => stopImpersonating(user.id));
  const now = useNow(15_000);

  return (
    <Banner as="section" label={t('impersonation.region')}>
      <div className="flex min-w-0 items-center gap-3">
        <VenetianMask className="size-5 shrink-0" />
        <p className="min-w-0">
          <RichText
            text={(values) => t('impersonation.notice', values)}
            values={{ name: user.name || user.email }}
            parts={{ strong: (words) => <bdi className="font-semibold">{words}</bdi> }}
          />{' '}
          <time
            dateTime={session.expiresAt}
            title={formatDateTime(session.expiresAt)}
            className="max-sm:block max-sm:text-xs"
          >
            {t('impersonation.ends', { time: formatRelative(session.expiresAt, now) })}
          </time>
          <span role="alert" className="block empty:hidden">
            {failure && failureText(failure)}
          </span>
        </p>
      </div>
      <Button size="small" pending={pending} onClick={attempt}>
        {t('impersonation.stop')}
      </Button>
    </Banner>
  );
}
