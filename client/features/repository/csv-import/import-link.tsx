import { useTranslation } from 'react-i18next';
import { Link } from '#client/ui/base/link.tsx';

export function ImportLink() {
  const { t } = useTranslation('csv-import');
  return (
    <Link
      to="/manager/repositories/csv-import"
      className="block min-h-5 w-fit text-accent-text hover:underline"
    >
      {t('action')}
    </Link>
  );
}
