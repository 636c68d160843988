import { Ban, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import { UserTokens } from '#client/features/access-token/token-lists.tsx';
import { UserMemberships } from '#client/features/membership/user-memberships.tsx';
import { PasskeyReset } from '#client/features/passkey/passkey-reset.tsx';
import { useRememberOpened } from '#client/features/session/recent.ts';
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { useCan, useViewer } from '#client/features/session/use-session.ts';
import { useUserActions } from '#client/features/user/actions/use-user-actions.tsx';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { RecordSections } from '#client/graphql/record-sections.tsx';
import { preloadList } from '#client/graphql/use-list.ts';
import { formatDateTime, isolated } from '#client/i18n/format.ts';
import { listAddress } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageSection, usePageTitle } from '#client/lib/page.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { DetailColumns, EditLink } from '#client/ui/list/description-list.tsx';
import { Breadcrumb, DangerZone, PageHeader } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { displayName, userPaths } from './entity.ts';
import type { UserDetailFragment } from './user.generated.ts';
import { UserAuditLogDocument } from './user-audit-log.generated.ts';
import { AuditedBan, auditLogPageSize, UserAuditLog } from './user-audit-log.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserDocument, UserSessionsDocument } from './user-page.generated.ts';
import { UserBadges } from './user-row.tsx';
import { UserSessions } from './user-sessions.tsx';

export const preload: PreloadData = ({ params: { id = '' } }) => {
  preloadQuery(UserDocument, { id });
  preloadList(UserAuditLogDocument, { id, first: auditLogPageSize });
  if (!hasLoadedPermission('session:list')) return;
  preloadList(UserSessionsDocument, { id, first: limits.sessionsPageSize });
};

export default function UserPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: UserDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.user}>
      {(user) => <UserContent key={user.id} user={user} />}
    </EntityBoundary>
  );
}

function UserContent({ user }: { user: UserDetailFragment }) {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const self = useViewer().user.id === user.id;
  const canReadTokens = useCan('access-token:read');
  const canListOrganizations = useCan('organization:list');
  const canListSessions = useCan('session:list');
  const selfNoteId = useId();
  const texts = user.isServiceAccount ? 'serviceAccount.' : '';
  const list = user.isServiceAccount ? userPaths.serviceAccounts() : userPaths.list();
  const { actions, dialog } = useUserActions(user, () => void navigate(list));
  usePageTitle(displayName(user));
  useRememberOpened(user.id);
  usePageSection(user.isServiceAccount ? userPaths.serviceAccounts() : null);
  return (
    <>
      <UserHeader user={user} actions={actions} selfNoteId={self ? selfNoteId : undefined} />
      {user.status === 'BANNED' && <BanNote user={user} />}
      {self && (
        <div id={selfNoteId} className="mb-6">
          <Notice>{t('self.note')}</Notice>
        </div>
      )}
      <DetailColumns
        facts={<UserFacts user={user} self={self} copyInvitation={actions.copyInvitation} />}
      >
        {canListOrganizations && !user.isServiceAccount && <UserMemberships userId={user.id} />}
        {(self || canListSessions) && !user.isServiceAccount && (
          <UserSessions user={user} self={self} />
        )}
        {user.viewerCanResetPasskeys && <PasskeyReset userId={user.id} name={displayName(user)} />}
        {canReadTokens && <UserTokens userId={user.id} />}
        <UserAuditLog userId={user.id} />
      </DetailColumns>
      <RecordSections of="user" id={user.id} />
      {actions.remove && (
        <DangerZone
          title={t(`${texts}delete.title`)}
          body={t(`${texts}delete.hint`)}
          onDelete={actions.remove.onSelect}
        />
      )}
      {dialog}
    </>
  );
}

function BanNote({ user }: { user: UserDetailFragment }) {
  const { t } = useTranslation('user');
  const { banReason, banEndsAt } = user;
  const end = banEndsAt
    ? t('ban.until', { date: isolated(formatDateTime(banEndsAt)) })
    : t('ban.noEnd');
  const reason = banReason && t('ban.because', { reason: isolated(banReason) });
  return (
    <div className="mb-6 flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-sm text-danger-text">
      <Ban className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">
          <span>{t('status.BANNED')}</span> <AuditedBan userId={user.id} />
        </p>
        <p className="wrap-anywhere whitespace-pre-line">
          {[end, reason].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  );
}

type UserHeaderProps = {
  user: UserDetailFragment;
  actions: ReturnType<typeof useUserActions>['actions'];
  selfNoteId: string | undefined;
};

function UserHeader({ user, actions, selfNoteId }: UserHeaderProps) {
  const { t } = useTranslation('user');
  const name = displayName(user);
  const { edit, inviteAgain, impersonate, ban } = actions;
  return (
    <>
      <Breadcrumb
        parent={
          user.isServiceAccount
            ? { to: userPaths.serviceAccounts(), label: t('serviceAccount.title') }
            : { to: listAddress(userPaths.list()), label: t('list.title') }
        }
      />
      <PageHeader
        visual={<Avatar {...user} name={name} size="large" />}
        title={name}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <UserBadges user={user} />
          </span>
        }
        actions={
          <div className="contents max-sm:*:grow max-sm:*:px-3">
            {inviteAgain && <ActionButton {...inviteAgain} />}
            {impersonate && <ActionButton {...impersonate} />}
            {selfNoteId && (
              <Button disabled aria-describedby={selfNoteId}>
                <Ban />
                {t('ban.action')}
              </Button>
            )}
            {/* One button for ban and unban keeps the focus after the change. */}
            {ban && <ActionButton {...ban} />}
            {edit && <EditLink to={edit.to} label={edit.label} look="secondary" />}
          </div>
        }
      />
    </>
  );
}

type ActionButtonProps = { label: string; icon: LucideIcon; onSelect: () => void };

function ActionButton({ label, icon: Icon, onSelect }: ActionButtonProps) {
  return (
    <Button onClick={onSelect}>
      <Icon />
      {label}
    </Button>
  );
}
