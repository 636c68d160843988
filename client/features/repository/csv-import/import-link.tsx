import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';

export function ImportLink() {
  const { t } = useTranslation('csv-import');
  return (
    <Link to="/manager/repositories/csv-import" className={buttonClass()}>
      <Upload />
      {t('action')}
    </Link>
  );
}
