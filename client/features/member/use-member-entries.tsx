import { LogOut, Trash2, UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useLeave } from '#client/features/membership/my-organizations.tsx';
import { useShownOrganization } from '#client/features/membership/organization-context.ts';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { confirmAndRun, runMutation } from '#client/graphql/run-mutation.ts';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import {
  type MemberRowFragment,
  RemoveMemberDocument,
  UpdateMemberDocument,
} from './members.generated.ts';

/** From most to least powerful. */
export const roleChoices = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies OrganizationRole[];

/** Roles that a viewer with `role` may grant. Only owners, and managers who aren't members, can grant OWNER. */
export function grantableRoles(role: OrganizationRole | null): OrganizationRole[] {
  return roleChoices.filter((choice) => choice !== 'OWNER' || role === 'OWNER' || role === null);
}

export function useMemberEntries(member: MemberRowFragment) {
  const { id, name, role, isServiceAccount, isViewer } = member;
  const { viewerCanUpdate, viewerCanRemove } = member;
  const { t } = useTranslation('organization');
  const organization = useShownOrganization();
  const navigate = useNavigate();
  const leave = useLeave();
  const [, updateMember] = useMutation(UpdateMemberDocument);
  const [, removeMember] = useMutation(RemoveMemberDocument);

  const step = (next: OrganizationRole) => ({
    mutate: () => updateMember({ input: { id, role: next } }),
    done: t('members.roleDone', { name, role: t(`role.${next}`) }),
  });

  function remove() {
    const texts = isServiceAccount ? 'serviceAccount' : 'members';
    return confirmAndRun({
      danger: true,
      title: t(`${texts}.removeQuestion`, { name }),
      body: t(`${texts}.removeBody`),
      confirm: t(isServiceAccount ? 'serviceAccount.remove' : 'members.removeConfirm'),
      mutate: () => removeMember({ input: { id } }),
      done: t(`${texts}.removed`, { name }),
    });
  }

  async function leaveHere() {
    if (organization && (await leave(organization))) await navigate(organizationPaths.list());
  }

  const roles = grantableRoles(organization?.viewerRole ?? null).filter(
    (choice) => choice !== 'OWNER' || !isServiceAccount,
  );
  const entries: (MenuEntry | false)[] = [
    ...(viewerCanUpdate
      ? roles.map((choice, index) => ({
          label: t(`role.${choice}`),
          checked: choice === role,
          group: index === 0 && t('field.role'),
          onSelect: () =>
            void (choice !== role && runMutation(step(choice), !isViewer && step(role))),
        }))
      : []),
    isViewer &&
      organization?.viewerCanLeave === true && {
        label: t('leave.action'),
        icon: LogOut,
        danger: true,
        group: true,
        onSelect: leaveHere,
      },
    !isViewer &&
      viewerCanRemove && {
        label: t(isServiceAccount ? 'serviceAccount.remove' : 'members.remove'),
        icon: isServiceAccount ? Trash2 : UserRoundMinus,
        danger: true,
        group: true,
        onSelect: remove,
      },
  ];
  return entries.filter((entry) => entry !== false);
}
