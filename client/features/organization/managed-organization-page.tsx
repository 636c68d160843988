import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { MemberList } from '#client/features/member/members-page.tsx';
import { OrganizationContext } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { listAddress } from '#client/lib/address/use-search.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { DescriptionList, IdFact, TimeFact } from '#client/ui/list/description-list.tsx';
import { Breadcrumb, PageHeader, Section } from '#client/ui/page/page.tsx';
import { DeleteZone } from './delete-zone.tsx';
import {
  ManagedOrganizationDocument,
  type ManagedOrganizationQuery,
} from './organization.generated.ts';

export function ManagedOrganizationPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: ManagedOrganizationDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.organization}>
      {(organization) => <Detail key={organization.id} organization={organization} />}
    </EntityBoundary>
  );
}

type Managed = NonNullable<ManagedOrganizationQuery['organization']>;

function Detail({ organization }: { organization: Managed }) {
  const { id, name, slug, memberCount, createdAt, updatedAt } = organization;
  const { t } = useTranslation('organization');
  usePageTitle(name);
  return (
    <OrganizationContext value={organization}>
      <Breadcrumb
        parent={{ to: listAddress(organizationPaths.managed()), label: t('list.title') }}
      />
      <div className="max-sm:[&_h1]:text-lg">
        <PageHeader
          visual={<Avatar id={id} name={name} size="large" ofOrganization />}
          title={name}
          actions={
            <Link to={organizationPaths.home(slug)} className={buttonClass()}>
              <ArrowUpRight className="mirrored" />
              {t('managed.open')}
            </Link>
          }
        />
      </div>
      <DescriptionList isWide>
        <IdFact id={slug} label={t('field.slug')} copyLabel={t('settings.copySlug')} />
        <TimeFact label={t('field.createdAt')} value={createdAt} />
        <TimeFact label={t('field.updatedAt')} value={updatedAt} />
        <IdFact id={id} label={t('field.id')} copyLabel={t('managed.copyId')} />
      </DescriptionList>
      <Section title={t('nav.members')} count={memberCount}>
        <div>
          <MemberList organizationId={id} />
        </div>
      </Section>
      <DeleteZone organization={organization} next={organizationPaths.managed()} />
    </OrganizationContext>
  );
}
