import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';

/** A number of entries. If not exact, there are more. */
export type Total = { count: number; isExact: boolean };

export function useTotalText(): (total: Total) => string {
  const { t } = useTranslation();
  return ({ count, isExact }) => {
    const number = formatNumber(count);
    return isExact ? number : t('list.moreThan', { number });
  };
}
