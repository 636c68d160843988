import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { formatDateTime } from '#client/i18n/format.ts';
import { areaOf, paths } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Banner } from '#client/ui/page/banner.tsx';

/** Says by when a passkey must be added, and leads there. */
export default function PasskeyDue({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation('passkey');
  const { pathname } = useLocation();
  const target = paths.ownPasskeys(areaOf(pathname));
  return (
    <Banner as="aside" label={t('due.label')}>
      <p className="flex min-w-0 items-start gap-3">
        <KeyRound className="mt-0.5 size-4 shrink-0" />
        {t('due.text', { date: formatDateTime(dueAt) })}
      </p>
      {pathname !== target && (
        <Link to={target} className={buttonClass('secondary', 'small', 'shrink-0')}>
          {t('due.button')}
        </Link>
      )}
    </Banner>
  );
}
