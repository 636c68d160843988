import { useTranslation } from 'react-i18next';
import { Link } from '#client/ui/base/link.tsx';

type BreadcrumbProps = {
  parent: { to: string; label: string };
  current: string;
};

const separator = '/';

export function Breadcrumb({ parent, current }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.breadcrumb')} className="mb-3 text-sm text-text-muted">
      <ol className="flex items-center gap-2">
        <li className="min-w-0 max-w-1/2 shrink-0">
          <Link
            to={parent.to}
            className="touch-target block truncate rounded-sm hover:text-text hover:underline"
          >
            <bdi>{parent.label}</bdi>
          </Link>
        </li>
        <li aria-hidden="true">{separator}</li>
        <li aria-current="page" className="min-w-0">
          <bdi className="block truncate">{current}</bdi>
        </li>
      </ol>
    </nav>
  );
}
