import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import type { PendingSolution } from './widget.tsx';

const CaptchaWidget = lazyPart(() => import('./widget.tsx'));

/** A `Challenge` of challenge.tsx. */
export function useCaptcha() {
  const { captcha } = useSetup();
  const [solving, setSolving] = useState<PendingSolution | null>(null);
  return {
    name: 'captcha',
    async solve(): Promise<Record<string, string>> {
      if (!captcha) return {};
      const solved = new Promise<string>((resolve, reject) => setSolving({ resolve, reject }));
      return { 'x-captcha-response': await solved.finally(() => setSolving(null)) };
    },
    widget: captcha && solving && (
      <Suspense>
        <CaptchaWidget captcha={captcha} solving={solving} />
      </Suspense>
    ),
  };
}

/** Shown without scripts, which a captcha needs. */
export function CaptchaNeedsScript() {
  const { t } = useTranslation('auth');
  const { captcha } = useSetup();
  if (!captcha) return null;
  return (
    <noscript>
      <Notice>{t('captcha.script')}</Notice>
    </noscript>
  );
}
