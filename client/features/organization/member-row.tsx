import { Ellipsis, LogOut, UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useShownOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useLeave } from '#client/features/membership/use-leave.ts';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { runWithUndo } from '#client/graphql/run-with-undo.ts';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { plainLayout } from '#client/ui/list/plain-layout.ts';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu-trigger.tsx';
import {
  type MemberRowFragment,
  type UpdateMemberMutation,
  useRemoveMemberMutation,
  useUpdateMemberMutation,
} from './members.generated.ts';
import { grantableRoles } from './roles.ts';

/** Row of a member. Its menu offers what the server permits the viewer. */
export function MemberRow({ member: masked }: { member: Masked<MemberRowFragment> }) {
  const member = unmask(masked);
  const { userId, name, pictureUrl, email, role, isViewer } = member;
  const { t } = useTranslation('organization');
  const entries = useEntries(member);
  return (
    <Row
      lead={<Avatar id={userId} name={name} src={pictureUrl} />}
      title={isViewer ? t('members.self', { name }) : name}
      {...(email && { subtitle: email })}
      layout={plainLayout}
      end={role !== 'MEMBER' && <Badge tone="accent">{t(`role.${role}`)}</Badge>}
      actions={
        entries.length > 0 ? (
          <Menu
            label={t('members.menu', { name })}
            trigger={<Ellipsis aria-hidden="true" className="size-4" />}
            triggerClass={buttonClass('quiet', 'icon')}
            entries={entries}
          />
        ) : (
          <span className="block size-9" />
        )
      }
    />
  );
}

const icon = { 'aria-hidden': true, className: 'size-4' } as const;

function useEntries(member: MemberRowFragment): MenuEntry[] {
  const { id, name, role, isViewer, viewerCanUpdate, viewerCanRemove } = member;
  const { t } = useTranslation('organization');
  const organization = useShownOrganization();
  const navigate = useNavigate();
  const leave = useLeave();
  const [, updateMember] = useUpdateMemberMutation();
  const [, removeMember] = useRemoveMemberMutation();

  const step = (next: OrganizationRole) => ({
    mutate: () => updateMember({ input: { id, role: next } }),
    pick: (data: UpdateMemberMutation) => data.updateMember,
    done: t('members.roleDone', { name, role: t(`role.${next}`) }),
    onDone: refetchOrganizations,
  });

  async function setRole(next: OrganizationRole) {
    if (await runWithUndo(step(next), isViewer ? false : step(role))) refetchOrganizations();
  }

  async function remove() {
    const done = await confirmAndRun({
      question: {
        danger: true,
        title: t('members.removeQuestion', { name }),
        body: t('members.removeBody'),
        confirm: t('members.removeConfirm'),
      },
      mutate: () => removeMember({ input: { id } }),
      pick: (data) => data.removeMember,
      done: t('members.removed', { name }),
    });
    if (done) refetchOrganizations();
  }

  async function leaveHere() {
    if (organization && (await leave(organization))) await navigate(organizationPaths.list());
  }

  const entries: (MenuEntry | false)[] = [
    ...(viewerCanUpdate
      ? grantableRoles(organization?.viewerRole ?? null).map((choice) => ({
          label: t(`role.${choice}`),
          checked: choice === role,
          onSelect: () => void (choice !== role && setRole(choice)),
        }))
      : []),
    isViewer &&
      organization?.viewerCanLeave === true && {
        label: t('leave.action'),
        icon: <LogOut aria-hidden="true" className="mirrored size-4" />,
        danger: true,
        group: true,
        onSelect: () => void leaveHere(),
      },
    !isViewer &&
      viewerCanRemove && {
        label: t('members.remove'),
        icon: <UserRoundMinus {...icon} />,
        danger: true,
        group: true,
        onSelect: () => void remove(),
      },
  ];
  return entries.filter((entry) => entry !== false);
}
