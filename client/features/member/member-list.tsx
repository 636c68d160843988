import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import { readSearchTerm } from '#client/lib/address/search-params.ts';
import { useReplaceParams, useSearch } from '#client/lib/address/use-search.ts';
import { Button } from '#client/ui/base/button.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { FilterMenu } from '#client/ui/list/filter-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { MemberRow } from './member-row.tsx';
import { OrganizationMembersDocument } from './members.generated.ts';
import { roleChoices } from './roles.ts';

type MemberFilter = { id: string; searchTerm: string; role: OrganizationRole | null };

function useMemberPage(filter: MemberFilter, after: string | null) {
  const query = useQuery({ query: OrganizationMembersDocument, variables: { ...filter, after } });
  return listPage(query, ({ organization }) => organization?.members);
}

function readFilter(search: URLSearchParams, id: string): MemberFilter {
  const role = roleChoices.find((each) => each.toLowerCase() === search.get('role')) ?? null;
  return { id, searchTerm: readSearchTerm(search), role };
}

export function MemberList({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('organization');
  const filter = readFilter(useSearch(), organizationId);
  const { searchTerm, role } = filter;
  const replaceParams = useReplaceParams();
  const clear = () => void replaceParams({ searchTerm: '', role: '' });
  return (
    <>
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
      <PagedList
        label={t('nav.members')}
        first={useMemberPage(filter, null)}
        filter={filter}
        usePage={useMemberPage}
        lead="round"
        searchTerm={searchTerm}
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
