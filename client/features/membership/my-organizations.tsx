import { Building2, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { Can } from '#client/features/session/use-session.ts';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { useList } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { readSearchTerm } from '#client/lib/address/search-params.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { MembershipsDocument, type MembershipsQuery } from './membership.generated.ts';
import { useMemberships } from './memberships.tsx';
import { LeaveOrganizationDocument } from './my-organizations.generated.ts';
import { matching } from './organization-field.tsx';
import { organizationPaths } from './organization-paths.ts';
import { OwnInvitations } from './own-invitations.tsx';

export function OrganizationsPage() {
  const { t } = useTranslation('organization');
  const isEmpty = useMemberships()?.length === 0;
  const newLink = (
    <Can do="organization:create">
      <NewLink to={organizationPaths.create()} label={t('new.action')} />
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={t('list.subtitle')}
        actions={!isEmpty && newLink}
      />
      <MyOrganizations newLink={newLink} />
    </>
  );
}

export function OwnOrganizations() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('organization');
  const isEmpty = useMemberships()?.length === 0;
  const newLink = !lockedBy && (
    <Link to={organizationPaths.create()} className={buttonClass('primary')}>
      {t('new.action')}
    </Link>
  );
  return (
    <section aria-label={t('list.title')} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-sm text-text-muted">{t('list.subtitle')}</p>
        {!isEmpty && newLink}
      </div>
      <MyOrganizations newLink={newLink} />
    </section>
  );
}

/** From so many organizations on, they can be searched. */
const searchedFrom = 8;

function MyOrganizations({ newLink }: { newLink: ReactNode }) {
  const { t } = useTranslation('organization');
  const searchTerm = readSearchTerm(useSearch());
  const clearSearch = useReplaceParam('searchTerm');
  const list = useList(
    MembershipsDocument,
    { first: limits.pageSizeMax },
    ({ viewer }) => viewer?.memberships,
  );
  const all = list.connection?.nodes ?? [];
  const isMatch = matching(searchTerm);
  const nodes = all.filter(({ organization }) => organization && isMatch(organization));
  const connection = list.connection && { ...list.connection, nodes };
  return (
    <div>
      <OwnInvitations />
      <div className="grid gap-4">
        {(all.length >= searchedFrom || searchTerm !== '') && (
          <SearchBox label={t('list.search')} value={searchTerm} />
        )}
        <PagedList
          label={t('list.title')}
          list={{ ...list, connection }}
          lead="square"
          row={(membership) => <MembershipRow key={membership.id} membership={membership} />}
          empty={
            searchTerm !== '' ? (
              <NoResult searchTerm={searchTerm} onClear={() => clearSearch('')} />
            ) : (
              <EmptyState icon={Building2} title={t('empty.title')} body={t('empty.body')}>
                {newLink}
              </EmptyState>
            )
          }
        />
      </div>
    </div>
  );
}

type Memberships = NonNullable<NonNullable<MembershipsQuery['viewer']>['memberships']>;

function MembershipRow({
  membership: { role, organization },
}: {
  membership: Memberships['nodes'][number];
}) {
  const { t } = useTranslation('organization');
  const leave = useLeave();
  if (!organization) return null;
  const { id, name, slug, memberCount, viewerCanLeave } = organization;
  return (
    <Row
      to={organizationPaths.home(slug)}
      lead={<Avatar id={id} name={name} square />}
      title={name}
      subtitle={t(`role.${role}`)}
      end={t('list.members', { count: memberCount, total: formatNumber(memberCount) })}
      actions={
        viewerCanLeave && (
          <RowMenu
            label={t('members.menu', { name })}
            entries={[
              {
                label: t('leave.action'),
                icon: LogOut,
                onSelect: () => void leave({ id, name }),
              },
            ]}
          />
        )
      }
    />
  );
}

/** Leaves an organization after confirmation. Resolves to whether the viewer left. */
export function useLeave(): (organization: { id: string; name: string }) => Promise<boolean> {
  const { t } = useTranslation('organization');
  const [, leave] = useMutation(LeaveOrganizationDocument);
  return ({ id, name }) =>
    confirmAndRun({
      danger: true,
      title: t('leave.question', { name }),
      body: t('leave.body'),
      confirm: t('leave.confirm'),
      mutate: () => leave({ input: { id } }),
      done: t('leave.done', { name }),
      onDone: refetchOrganizations,
    });
}
