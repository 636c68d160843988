import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { Can } from '#client/features/session/use-session.ts';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { useList } from '#client/graphql/use-list.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { readSearchTerm } from '#client/lib/address/search-params.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { type MembershipFragment, MembershipsDocument } from './membership.generated.ts';
import { useMemberships } from './memberships.tsx';
import { LeaveOrganizationDocument } from './my-organizations.generated.ts';
import { matching } from './organization-field.tsx';
import { organizationPaths } from './organization-paths.ts';
import { MembershipRow, OwnInvitations } from './own-invitations.tsx';

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
      <PageHeader title={t('list.title')} actions={!isEmpty && newLink} />
      <MyOrganizations newLink={newLink} />
    </>
  );
}

export function OwnOrganizations() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation('organization');
  const newLink = !lockedBy && <NewLink to={organizationPaths.create()} label={t('new.action')} />;
  return <MyOrganizations newLink={newLink} action={newLink} />;
}

/** From so many organizations on, they can be searched. */
const searchedFrom = 8;

/** Without an `action`, the page's header has the link. */
function MyOrganizations({ newLink, action }: { newLink: ReactNode; action?: ReactNode }) {
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
  const nodes = all
    .filter(({ organization }) => organization && isMatch(organization))
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), currentLanguage()));
  const connection = list.connection && { ...list.connection, nodes };
  const isWhole = list.connection?.pageInfo.hasNextPage === false;
  return (
    <>
      <OwnInvitations />
      <div className="*:mt-0">
        <Section
          title={t('list.own')}
          {...(isWhole && { count: all.length })}
          action={all.length > 0 && action}
        >
          {(all.length >= searchedFrom || searchTerm !== '') && (
            <SearchBox label={t('list.search')} value={searchTerm} />
          )}
          <PagedList
            label={t('list.title')}
            list={{ ...list, connection }}
            lead="square"
            row={(membership) => <MembershipRow key={membership.id} {...membership} />}
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
        </Section>
      </div>
    </>
  );
}

const nameOf = ({ organization }: MembershipFragment) => organization?.name ?? '';

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
