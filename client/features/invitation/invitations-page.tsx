import { Mail, UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import type { InvitationState } from '#client/graphql/schema.generated.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Button } from '#client/ui/base/button.tsx';
import { FilterMenu } from '#client/ui/list/filter-menu.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { OrganizationInvitationsDocument } from './invitations.generated.ts';
import { InviteDialog } from './invite-dialog.tsx';

const states = [
  'PENDING',
  'ACCEPTED',
  'DECLINED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies InvitationState[];

type InvitationFilter = { id: string; state: InvitationState | null };

function useInvitationPage(filter: InvitationFilter, after: string | null) {
  const query = useQuery({
    query: OrganizationInvitationsDocument,
    variables: { ...filter, after },
  });
  return listPage(query, ({ organization }) => organization?.invitations);
}

export function InvitationsPage() {
  const { viewerCanInvite } = useOrganization();
  return viewerCanInvite ? <Invitations /> : <NotFound />;
}

function Invitations() {
  const { id, name } = useOrganization();
  const { t } = useTranslation('organization');
  usePageTitle(`${t('nav.invitations')} · ${name}`);
  const search = useSearch();
  const replaceParam = useReplaceParam('new');
  const isInviting = search.get('new') !== null;
  const state = states.find((each) => each.toLowerCase() === search.get('state')) ?? null;
  const filter = { id, state };
  const first = useInvitationPage(filter, null);
  const isEmpty = first.connection?.nodes.length === 0;
  const hasNone = isEmpty && state === null;
  const clearState = useReplaceParam('state');
  const button = (
    <Button look="primary" aria-keyshortcuts="c" onClick={() => void replaceParam('1')}>
      <UserRoundPlus className="size-4" />
      {t('invite.action')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('nav.invitations')}
        subtitle={t('invitation.intro')}
        actions={!hasNone && button}
      />
      {!hasNone && (
        <div className="mb-4">
          <FilterMenu
            param="state"
            label={t('invitation.state')}
            any={t('invitation.anyState')}
            value={state?.toLowerCase() ?? null}
            options={states.map((each) => ({
              value: each.toLowerCase(),
              label: t(`invitation.states.${each}`),
            }))}
          />
        </div>
      )}
      <PagedList
        label={t('nav.invitations')}
        first={first}
        filter={filter}
        usePage={useInvitationPage}
        lead="square"
        row={(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
        empty={
          state ? (
            <EmptyState icon={Mail} title={t('invitation.noneLikeThis')}>
              <Button onClick={() => void clearState('')}>{t('invitation.showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={Mail} title={t('invitation.none')} body={t('invite.body')}>
              {button}
            </EmptyState>
          )
        }
      />
      <MountOnOpen open={isInviting}>
        <InviteDialog open={isInviting} onClose={() => void replaceParam('')} />
      </MountOnOpen>
    </>
  );
}
