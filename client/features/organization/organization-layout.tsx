import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import { RoleBadge } from '#client/features/member/person-row.tsx';
import type { OrganizationHeadFragment } from '#client/features/membership/membership.generated.ts';
import { OrganizationContext } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { cx } from '#client/lib/class-names.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { DetailSkeleton } from '#client/ui/page/page.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import {
  OrganizationAddressDocument,
  OrganizationBySlugDocument,
} from './organization.generated.ts';

export function OrganizationLayout() {
  const { slug = '' } = useParams();
  return <Organization key={slug} slug={slug} />;
}

function Organization({ slug }: { slug: string }) {
  const query = useQuery({ query: OrganizationBySlugDocument, variables: { slug } });
  const [{ data, fetching }] = query;
  const found = data?.organizationBySlug;
  const known = useRef<OrganizationHeadFragment>(undefined);
  if (found) known.current = found;
  if (known.current && !found && !fetching) return <OrganizationGone {...known.current} />;
  return (
    <EntityBoundary query={query} pick={() => found}>
      {(organization) => (
        <OrganizationContext value={organization}>
          <OrganizationHeader organization={organization} />
          <div className="*:mx-0 [&_h1]:text-base sm:[&_h1]:text-lg">
            <Outlet />
          </div>
        </OrganizationContext>
      )}
    </EntityBoundary>
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

const sections = [
  'repositories',
  'members',
  'teams',
  'invitations',
  'serviceAccounts',
  'settings',
] as const;

const managed: readonly string[] = ['invitations', 'serviceAccounts'];

/** Scrolls the current link into view on phones, without scrolling the page. */
function reveal(link: HTMLElement | null) {
  const nav = link?.closest('nav');
  if (!link || !nav) return;
  const [inner, outer] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
  nav.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

function OrganizationHeader({ organization }: { organization: OrganizationHeadFragment }) {
  const { id, name, slug, viewerRole, viewerCanInvite } = organization;
  const { t } = useTranslation('organization');
  const { pathname } = useLocation();
  const home = organizationPaths.home(slug);
  const links = [
    { to: home, label: t('nav.overview'), isCurrent: pathname === home },
    ...sections
      .filter((section) => viewerCanInvite || !managed.includes(section))
      .map((section) => {
        const to = organizationPaths[section](slug);
        const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
        return { to, label: t(`nav.${section}`), isCurrent };
      }),
  ];
  const current = links.find(({ to }) => to === pathname && to !== home);
  usePageTitle(current && `${current.label} · ${name}`);
  return (
    <div className="mb-6 border-b border-line">
      <div className="flex items-start gap-3">
        <Avatar id={id} name={name} ofOrganization />
        {/* The pages below it have a heading of their own. */}
        <div className="min-w-0 py-1 text-lg/6 max-sm:has-[>a]:flex max-sm:has-[>a]:items-center max-sm:has-[>a]:text-base/7 max-sm:[&>a]:truncate sm:py-0.5 sm:text-xl [&_h1]:inline [&_h1]:text-[length:inherit] [&_h1]:leading-[inherit]">
          {pathname === home ? (
            <PageHeading>
              <bdi>{name}</bdi>
            </PageHeading>
          ) : (
            <Link
              to={home}
              dir="auto"
              className="rounded-sm font-semibold tracking-[-0.01em] hover:underline"
            >
              {name}
            </Link>
          )}
          <span className="-mt-1 ms-3 inline-flex align-middle max-sm:[a~&]:mt-0">
            {viewerRole ? <RoleBadge role={viewerRole} /> : <Badge>{t('role.none')}</Badge>}
          </span>
        </div>
      </div>
      <nav aria-label={t('nav.label', { name })} className="fade-ends -mx-4 overflow-x-auto">
        <ul className="-ms-0.5 mt-2 flex w-max gap-3 sm:gap-6">
          {links.map(({ to, label, isCurrent }) => (
            <li key={to} ref={isCurrent ? reveal : null}>
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center border-b-2 px-0.5 text-sm font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                  isCurrent
                    ? 'forced-chosen border-accent-text text-text'
                    : 'border-transparent text-text-muted hover:text-text',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
