import { Link2, Mail, RotateCw, UserRoundPlus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { confirmAndRun, runMutation } from '#client/graphql/run-mutation.ts';
import type { InvitationState } from '#client/graphql/schema.generated.ts';
import { useList } from '#client/graphql/use-list.ts';
import { formatRelative, isolated } from '#client/i18n/format.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { createKey } from '#client/lib/shortcuts.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { FilterMenu, NoMatch } from '#client/ui/list/filter-menu.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { PageHeader } from '#client/ui/page/page.tsx';
import {
  CancelInvitationDocument,
  type InvitationRowFragment,
  OrganizationInvitationsDocument,
  ResendInvitationDocument,
} from './invitation.generated.ts';
import { InviteDialog } from './invite-dialog.tsx';

const states = [
  'PENDING',
  'ACCEPTED',
  'DECLINED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies InvitationState[];

export function InvitationsPage() {
  const { viewerCanInvite } = useOrganization();
  return viewerCanInvite ? <Invitations /> : <NotFound />;
}

function Invitations() {
  const { id } = useOrganization();
  const { t } = useTranslation('organization');
  const search = useSearch();
  const replaceParam = useReplaceParam('new');
  const isInviting = search.get('new') !== null;
  const state = states.find((each) => each.toLowerCase() === search.get('state')) ?? null;
  const list = useList(
    OrganizationInvitationsDocument,
    { id, state },
    ({ organization }) => organization?.invitations,
  );
  const isEmpty = list.connection?.nodes.length === 0;
  const hasNone = isEmpty && state === null;
  const button = (
    <Button look="primary" aria-keyshortcuts={createKey} onClick={() => replaceParam('1')}>
      <UserRoundPlus />
      {t('invite.action')}
    </Button>
  );
  const actions = (
    <>
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
      {button}
    </>
  );
  return (
    <>
      <PageHeader title={t('nav.invitations')} actions={!hasNone && actions} />
      <PagedList
        label={t('nav.invitations')}
        list={list}
        lead="square"
        row={(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
        empty={
          state ? (
            <NoMatch params={['state']} />
          ) : (
            <EmptyState icon={Mail} title={t('invitation.none')} body={t('invite.body')}>
              {button}
            </EmptyState>
          )
        }
      />
      <InviteDialog open={isInviting} onClose={() => replaceParam('')} />
    </>
  );
}

function InvitationRow({ invitation }: { invitation: InvitationRowFragment }) {
  const { email, role, teamName, inviterName, state, expiresAt, viewerCanCancel } = invitation;
  const { t } = useTranslation('organization');
  const isPending = state === 'PENDING';
  return (
    <Row
      lead={<RowIcon icon={Mail} />}
      title={email}
      subtitle={
        <span className="flex flex-wrap dotted">
          <span>{t(`role.${role}`)}</span>
          {teamName && <span>{isolated(teamName)}</span>}
          {inviterName && <span>{t('invitation.by', { name: inviterName })}</span>}
        </span>
      }
      end={
        <>
          <Badge tone={isPending ? 'warning' : 'neutral'}>{t(`invitation.states.${state}`)}</Badge>
          {isPending && (
            <span className="@sm:-order-1">
              {t('invitation.expires', { time: formatRelative(expiresAt) })}
            </span>
          )}
        </>
      }
      actions={viewerCanCancel && <InvitationMenu invitation={invitation} />}
    />
  );
}

function InvitationMenu({ invitation }: { invitation: InvitationRowFragment }) {
  const { id, email, state, viewerCanResend } = invitation;
  const { t } = useTranslation('organization');
  const [, resend] = useMutation(ResendInvitationDocument);
  const [, cancel] = useMutation(CancelInvitationDocument);

  async function copy() {
    const link = window.location.origin + organizationPaths.invitation(id, email);
    await copyWithToast(link, t('invitation.copied'));
  }

  const sendAgain = () =>
    runMutation({
      mutate: () => resend({ input: { id } }),
      done: t('invitation.resent', { email }),
    });

  const withdraw = () =>
    confirmAndRun({
      danger: true,
      title: t('invitation.cancelQuestion', { email }),
      body: t('invitation.cancelBody'),
      confirm: t('invitation.cancel'),
      cancel: t('invitation.keep'),
      mutate: () => cancel({ input: { id } }),
      done: t('invitation.cancelled'),
    });

  return (
    <RowMenu
      label={t('invitation.menu', { email })}
      entries={[
        state === 'PENDING' && { label: t('invitation.copy'), icon: Link2, onSelect: copy },
        viewerCanResend && { label: t('invitation.resend'), icon: RotateCw, onSelect: sendAgain },
        { label: t('invitation.cancel'), icon: X, danger: true, onSelect: withdraw },
      ]}
    />
  );
}
