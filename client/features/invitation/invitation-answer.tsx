import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { OrganizationLogo } from '#client/features/membership/organization-logo.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { runWithUndo } from '#client/graphql/run-mutation.ts';
import { formatRelative } from '#client/i18n/format.ts';
import { ApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  type InvitationDetailFragment,
} from './invitation.generated.ts';
import { InvitationCard, InvitationNotice } from './invitation-notice.tsx';

export function InvitationAnswer({ invitation }: { invitation: InvitationDetailFragment }) {
  const { organizationName: name, state, viewerCanAccept } = invitation;
  const { t } = useTranslation('organization');
  usePageTitle(t('answer.title', { name }));
  if (viewerCanAccept) return <Question invitation={invitation} />;
  return (
    <InvitationNotice
      title={t(`answer.states.${state}`, { name })}
      body={t(`answer.hints.${state}`, { name })}
    />
  );
}

function Question({ invitation }: { invitation: InvitationDetailFragment }) {
  const { id, organizationId, organizationName: name, role, inviterName, teamName } = invitation;
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [, acceptInvitation] = useMutation(AcceptInvitationDocument);
  const [, declineInvitation] = useMutation(DeclineInvitationDocument);

  async function accept() {
    setPending(true);
    const result = await acceptInvitation({ input: { id } });
    const payload = result.data?.acceptInvitation;
    const failed = findMutationErrors(result, payload);
    setPending(false);
    if (failed) return setFailure(new ApiError(failed.code, failed));
    refetchOrganizations();
    toast('success', t('answer.accepted', { name }));
    const slug = payload?.member?.organization?.slug;
    await navigate(slug ? organizationPaths.home(slug) : organizationPaths.list(), {
      replace: true,
    });
  }

  async function decline() {
    const done = await runWithUndo(
      {
        mutate: () => declineInvitation({ input: { id } }),
        pick: (data) => data.declineInvitation,
        done: t('answer.declined'),
      },
      false,
    );
    if (!done) return;
    refetchOrganizations();
    await navigate(organizationPaths.list(), { replace: true });
  }

  return (
    <InvitationCard
      visual={<OrganizationLogo id={organizationId} name={name} size="large" />}
      title={t('answer.title', { name })}
      body={
        <>
          <p>
            {inviterName
              ? t('answer.by', { inviter: inviterName, role: t(`role.${role}`) })
              : t('answer.as', { role: t(`role.${role}`) })}
          </p>
          {teamName && <p>{t('answer.team', { team: teamName })}</p>}
          <p>{t('invitation.expires', { time: formatRelative(invitation.expiresAt) })}</p>
        </>
      }
    >
      {failure && (
        <div className="mb-2 w-full text-start">
          <Notice failure={failure} />
        </div>
      )}
      <Button onClick={() => void decline()}>{t('answer.decline')}</Button>
      <Button look="primary" pending={pending} onClick={() => void accept()}>
        {t('answer.accept')}
      </Button>
    </InvitationCard>
  );
}
