import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { readRecent } from '#client/features/session/recent.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { Link } from '#client/ui/base/link.tsx';
import { RecentlyOpenedDocument } from './home-page.generated.ts';

const shown = 4;

export function RecentlyOpened() {
  const { t } = useTranslation('repository');
  const { user } = useViewer();
  const [ids] = useState(() => readRecent(user.id).filter((key) => !key.startsWith('/')));
  const [{ data, error }] = useQuery({
    query: RecentlyOpenedDocument,
    variables: { ids },
    pause: ids.length === 0,
  });
  const found = (data?.nodes ?? [])
    .flatMap((node) => (node && 'name' in node ? [node] : []))
    .slice(0, shown);
  const title = t('recent.opened');
  if (ids.length === 0 || ((data || error) && found.length === 0)) return null;
  return (
    <section className="mb-8 grid gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      <ul aria-label={title} aria-busy={!data} className="grid gap-3 sm:grid-cols-2">
        {data
          ? found.map(({ id, name, description }) => (
              <li key={id} className="min-w-0">
                <Link
                  to={repositoryPaths.detail('app', id)}
                  className="grid gap-0.5 rounded-card border border-line bg-surface-raised px-4 py-3 text-sm transition-colors duration-150 hover:bg-row-hover"
                >
                  <span dir="auto" className="truncate text-match-parent font-medium">
                    {name}
                  </span>
                  <span dir="auto" className="truncate text-match-parent text-text-muted">
                    {description || t('detail.noDescription')}
                  </span>
                </Link>
              </li>
            ))
          : ids
              .slice(0, shown)
              .map((id) => (
                <li key={id} aria-hidden="true" className="skeleton h-17 rounded-card!" />
              ))}
      </ul>
    </section>
  );
}
