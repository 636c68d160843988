import { useTranslation } from 'react-i18next';
import { Notice } from '#client/ui/base/notice.tsx';

/** The server accepts it in the demo only. */
const code = '000000';

export default function DemoCode() {
  const { t } = useTranslation('auth');
  return <Notice>{t('hint.demo', { code })}</Notice>;
}
