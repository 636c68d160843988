import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { Notice } from '#client/ui/base/notice.tsx';

/** The server accepts it in the demo only. */
const demoCode = '000000';

/** Shows where to find the code, where it isn't in a mailbox. Renders nothing in production. */
export function CodeHint() {
  const { t } = useTranslation('auth');
  const { demo, devInboxUrl } = useSetup();
  if (demo) return <Notice>{t('hint.demo', { code: demoCode })}</Notice>;
  if (!devInboxUrl) return null;
  return (
    <Notice>
      <span>{t('hint.devInbox')}</span>{' '}
      <a href={devInboxUrl} target="_blank" rel="noreferrer" className="underline">
        {t('hint.openInbox')}
      </a>
    </Notice>
  );
}
