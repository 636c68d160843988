import { UserRoundPlus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOnlyOwner, useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import { useList } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { readSearchTerm } from '#client/lib/address/search-params.ts';
import { useReplaceParams, useSearch } from '#client/lib/address/use-search.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { FilterMenu } from '#client/ui/list/filter-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { type MemberRowFragment, OrganizationMembersDocument } from './members.generated.ts';
import { PersonRow, RoleBadge } from './person-row.tsx';
import { roleChoices, useMemberEntries } from './use-member-entries.tsx';

export function MembersPage() {
  const organization = useOrganization();
  const { id, slug, memberCount, viewerCanInvite } = organization;
  const { t } = useTranslation('organization');
  const isWhole = useSearch().size === 0;
  return (
    <>
      <PageHeader
        title={t('nav.members')}
        subtitle={
          <p role="status">
            {t('list.members', { count: memberCount, total: formatNumber(memberCount) })}
          </p>
        }
        actions={
          viewerCanInvite && (
            <Link
              to={`${organizationPaths.invitations(slug)}?new=1`}
              className={buttonClass('primary')}
            >
              <UserRoundPlus />
              {t('invite.action')}
            </Link>
          )
        }
      />
      <MemberList organizationId={id} />
      {memberCount > 1 && isWhole && isOnlyOwner(organization) && (
        <p className="mt-3 text-sm text-text-muted">{t('leave.onlyOwner')}</p>
      )}
    </>
  );
}

type MemberFilter = { id: string; searchTerm: string; role: OrganizationRole | null };

function readFilter(search: URLSearchParams, id: string): MemberFilter {
  const role = roleChoices.find((each) => each.toLowerCase() === search.get('role')) ?? null;
  return { id, searchTerm: readSearchTerm(search), role };
}

export function MemberList({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('organization');
  const filter = readFilter(useSearch(), organizationId);
  const { searchTerm, role } = filter;
  const replaceParams = useReplaceParams();
  const clear = () => replaceParams({ searchTerm: '', role: '' });
  const isAlone = useOrganization().memberCount === 1 && !searchTerm && !role;
  return (
    <>
      {!isAlone && (
        <div className="mb-4 flex gap-2">
          <SearchBox label={t('members.search')} value={searchTerm} />
          <FilterMenu
            param="role"
            label={t('field.role')}
            any={t('members.anyRole')}
            value={role?.toLowerCase() ?? null}
            options={roleChoices.map((each) => ({
              value: each.toLowerCase(),
              label: t(`role.${each}`),
            }))}
          />
        </div>
      )}
      <PagedList
        label={t('nav.members')}
        list={useList(OrganizationMembersDocument, filter, (data) => data.organization?.members)}
        lead="round"
        row={(member) => <MemberRow key={member.id} member={member} />}
        empty={
          role ? (
            <EmptyState icon={UsersRound} title={t('members.none')}>
              <Button onClick={clear}>{t('members.clear')}</Button>
            </EmptyState>
          ) : (
            <NoResult searchTerm={searchTerm} onClear={clear} />
          )
        }
      />
    </>
  );
}

function MemberRow({ member }: { member: MemberRowFragment }) {
  const { name, role } = member;
  const { t } = useTranslation('organization');
  const entries = useMemberEntries(member);
  return (
    <PersonRow
      member={member}
      end={<RoleBadge role={role} />}
      actions={
        entries.length > 0 && <RowMenu label={t('members.menu', { name })} entries={entries} />
      }
    />
  );
}
