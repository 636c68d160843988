import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import type { OrganizationHeadFragment } from '#client/features/membership/membership.generated.ts';
import { OrganizationContext } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { unmask } from '#client/graphql/fragments.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { DetailSkeleton } from '#client/ui/page/detail-skeleton.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import {
  OrganizationAddressDocument,
  OrganizationBySlugDocument,
} from './organization.generated.ts';
import { OrganizationHeader } from './organization-header.tsx';

export function OrganizationLayout() {
  const { slug = '' } = useParams();
  return <Organization key={slug} slug={slug} />;
}

function Organization({ slug }: { slug: string }) {
  const [{ data, error, fetching }, execute] = useQuery({
    query: OrganizationBySlugDocument,
    variables: { slug },
  });
  const found = data?.organizationBySlug;
  const known = useRef<OrganizationHeadFragment>(undefined);
  if (found) known.current = unmask(found);
  if (found) {
    const organization = unmask(found);
    return (
      <OrganizationContext value={organization}>
        <OrganizationHeader organization={organization} />
        <Outlet />
      </OrganizationContext>
    );
  }
  if (known.current && !fetching) return <OrganizationGone {...known.current} />;
  if (fetching) return <DetailSkeleton />;
  const failure = error && apiErrorOf(error);
  if (!failure || failure.code === 'NOT_FOUND') return <NotFound />;
  return (
    <LoadFailed failure={failure} onRetry={() => execute({ requestPolicy: 'network-only' })} />
  );
}

function OrganizationGone({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('organization');
  const [{ data, fetching }] = useQuery({
    query: OrganizationAddressDocument,
    variables: { id },
    requestPolicy: 'network-only',
  });
  const slug = data?.organization?.slug;
  const navigate = useNavigate();
  useEffect(() => {
    if (slug) void navigate(organizationPaths.home(slug), { replace: true });
  }, [slug, navigate]);
  if (fetching || slug) return <DetailSkeleton />;
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 py-12 text-center">
      <PageHeading>{t('gone.title', { name })}</PageHeading>
      <p className="text-text-muted">{t('gone.body')}</p>
      <Link to={organizationPaths.list()} className={buttonClass('primary', 'normal', 'mt-4')}>
        {t('gone.action')}
      </Link>
    </div>
  );
}
