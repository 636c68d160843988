import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { Notice } from '#client/ui/base/notice.tsx';

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
