import { useTranslation } from 'react-i18next';
import { Notice } from '#client/ui/base/notice.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';

const linkClass = 'font-medium text-accent-text underline underline-offset-2';

/** Links to the inbox of the development server. */
export default function DevInboxHint({ url }: { url: string }) {
  const { t } = useTranslation('auth');
  return (
    <Notice>
      <RichText
        text={t('hint.devInbox')}
        parts={{
          inbox: (words) => (
            <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
              {words}
            </a>
          ),
        }}
      />
    </Notice>
  );
}
