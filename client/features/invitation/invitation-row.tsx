import { Ellipsis, Link2, Mail, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { confirmAndRun, runWithUndo } from '#client/graphql/run-mutation.ts';
import { formatRelative, isolated } from '#client/i18n/format.ts';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import {
  CancelInvitationDocument,
  type InvitationRowFragment,
  ResendInvitationDocument,
} from './invitations.generated.ts';

export function InvitationRow({
  invitation: masked,
}: {
  invitation: Masked<InvitationRowFragment>;
}) {
  const invitation = unmask(masked);
  const { email, role, state, teamName, inviterName, expiresAt, viewerCanCancel } = invitation;
  const { t } = useTranslation('organization');
  const details = [
    t(`role.${role}`),
    teamName,
    inviterName && t('invitation.by', { name: inviterName }),
  ];
  return (
    <Row
      lead={<RowIcon icon={Mail} />}
      title={email}
      subtitle={details.flatMap((text) => (text ? [isolated(text)] : [])).join(' · ')}
      end={
        state === 'PENDING' ? (
          t('invitation.expires', { time: formatRelative(expiresAt) })
        ) : (
          <Badge tone={state === 'EXPIRED' ? 'warning' : 'neutral'}>
            {t(`invitation.states.${state}`)}
          </Badge>
        )
      }
      actions={
        viewerCanCancel ? (
          <InvitationMenu invitation={invitation} />
        ) : (
          <span className="block size-9" />
        )
      }
    />
  );
}

const icon = { className: 'size-4' } as const;

function InvitationMenu({ invitation }: { invitation: InvitationRowFragment }) {
  const { id, email, state, viewerCanResend } = invitation;
  const { t } = useTranslation('organization');
  const [, resend] = useMutation(ResendInvitationDocument);
  const [, cancel] = useMutation(CancelInvitationDocument);

  async function copy() {
    const link = window.location.origin + organizationPaths.invitation(id, email);
    await copyWithToast(link, t('invitation.copied'));
  }

  async function sendAgain() {
    const done = await runWithUndo(
      {
        mutate: () => resend({ input: { id } }),
        pick: (data) => data.resendInvitation,
        done: t('invitation.resent', { email }),
      },
      false,
    );
    if (done) refetchOrganizations();
  }

  async function withdraw() {
    const done = await confirmAndRun({
      question: {
        danger: true,
        title: t('invitation.cancelQuestion', { email }),
        body: t('invitation.cancelBody'),
        confirm: t('invitation.cancel'),
        cancel: t('invitation.keep'),
      },
      mutate: () => cancel({ input: { id } }),
      pick: (data) => data.cancelInvitation,
      done: t('invitation.cancelled'),
    });
    if (done) refetchOrganizations();
  }

  return (
    <Menu
      label={t('invitation.menu', { email })}
      trigger={<Ellipsis {...icon} />}
      triggerClass={buttonClass('quiet', 'icon')}
      entries={[
        ...(state === 'PENDING'
          ? [
              {
                label: t('invitation.copy'),
                icon: <Link2 {...icon} />,
                onSelect: () => void copy(),
              },
            ]
          : []),
        ...(viewerCanResend
          ? [
              {
                label: t('invitation.resend'),
                icon: <RotateCw {...icon} />,
                onSelect: () => void sendAgain(),
              },
            ]
          : []),
        {
          label: t('invitation.cancel'),
          icon: <X {...icon} />,
          danger: true,
          onSelect: () => void withdraw(),
        },
      ]}
    />
  );
}
