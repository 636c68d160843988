import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { LeaveOrganizationDocument } from './membership.generated.ts';

/** Leaves an organization after confirmation. Resolves to whether the viewer left. */
export function useLeave(): (organization: { id: string; name: string }) => Promise<boolean> {
  const { t } = useTranslation('organization');
  const [, leave] = useMutation(LeaveOrganizationDocument);
  return async ({ id, name }) => {
    const hasLeft = await confirmAndRun({
      question: {
        danger: true,
        title: t('leave.question', { name }),
        body: t('leave.body'),
        confirm: t('leave.confirm'),
      },
      mutate: () => leave({ input: { id } }),
      pick: ({ leaveOrganization }) => leaveOrganization,
      done: t('leave.done', { name }),
    });
    if (hasLeft) refetchOrganizations();
    return hasLeft;
  };
}
