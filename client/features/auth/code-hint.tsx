import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { Notice } from '#client/ui/base/notice.tsx';

const DevInboxHint = lazy(() => import('./dev-inbox-hint.tsx'));

/** The fixed code of demo mode. The server accepts it in demo mode only. */
const demoCode = '000000';

/** Says where to find the code in demo and development. Renders nothing in production. */
export function CodeHint() {
  const { t } = useTranslation('auth');
  const { demo, devInboxUrl } = useSetup();
  if (demo) return <Notice>{t('hint.demo', { code: demoCode })}</Notice>;
  if (!devInboxUrl) return null;
  // The fallback is as high as the hint, so that the button above does not move under the pointer.
  return (
    <Suspense fallback={<Notice>{t('hint.devInbox').replace(/<.*?>/g, '')}</Notice>}>
      <DevInboxHint url={devInboxUrl} />
    </Suspense>
  );
}
