import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';

/** The fixed code of demo mode. The server accepts it in demo mode only. */
const demoCode = '000000';

const linkClass = 'font-medium text-accent-text underline underline-offset-2';

/** Hint at the demo's fixed code or at the inbox of the development server. */
export default function DevInboxHint() {
  const { t } = useTranslation('auth');
  const { demo, devInboxUrl } = useSetup();
  if (demo) return <Notice>{t('hint.demo', { code: demoCode })}</Notice>;
  if (!devInboxUrl) return null;
  return (
    <Notice>
      <RichText
        text={t('hint.devInbox')}
        parts={{
          inbox: (words) => (
            <a href={devInboxUrl} target="_blank" rel="noreferrer" className={linkClass}>
              {words}
            </a>
          ),
        }}
      />
    </Notice>
  );
}
