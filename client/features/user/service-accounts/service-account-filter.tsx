import { useTranslation } from 'react-i18next';
import { FilterMenu } from '#client/ui/list/filter-menu.tsx';

export function ServiceAccountFilter({ value }: { value: 'all' | null }) {
  const { t } = useTranslation('user');
  return (
    <FilterMenu
      param="serviceAccounts"
      label={t('filter.serviceAccounts.label')}
      any={t('filter.serviceAccounts.none')}
      value={value}
      options={[{ value: 'all', label: t('filter.serviceAccounts.all') }]}
    />
  );
}
