import { Building2, LogOut, MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { formatRelative } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { listClass, Row } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { type MembershipsQuery, OwnInvitationsDocument } from './membership.generated.ts';
import { OrganizationLogo } from './organization-logo.tsx';
import { organizationPaths } from './organization-paths.ts';
import { useLeave } from './use-leave.ts';
import { useMembershipPage } from './use-memberships.ts';

const usePage = (_filter: null, after: string) => useMembershipPage(after);

export function MyOrganizations({ newLink }: { newLink: ReactNode }) {
  const { t } = useTranslation('organization');
  return (
    <div className="grid gap-8 *:mt-0">
      <OwnInvitations />
      <PagedList
        label={t('list.title')}
        first={useMembershipPage(null)}
        filter={null}
        usePage={usePage}
        lead="square"
        row={(membership) => <MembershipRow key={membership.id} membership={membership} />}
        empty={
          <EmptyState icon={Building2} title={t('empty.title')} body={t('empty.body')}>
            {newLink}
          </EmptyState>
        }
      />
    </div>
  );
}

type Memberships = NonNullable<NonNullable<MembershipsQuery['viewer']>['memberships']>;

function MembershipRow({
  membership: { role, organization },
}: {
  membership: Memberships['nodes'][number];
}) {
  const { t } = useTranslation('organization');
  const leave = useLeave();
  if (!organization) return null;
  const { id, name, slug, viewerCanLeave } = organization;
  return (
    <Row
      to={organizationPaths.home(slug)}
      lead={<OrganizationLogo id={id} name={name} />}
      title={name}
      subtitle={t(`role.${role}`)}
      actions={
        viewerCanLeave && (
          <Button
            look="quiet"
            size="icon"
            aria-label={t('leave.label', { name })}
            title={t('leave.action')}
            onClick={() => void leave({ id, name })}
          >
            <LogOut className="mirrored size-4" />
          </Button>
        )
      }
    />
  );
}

function OwnInvitations() {
  const { t } = useTranslation('organization');
  const [{ data }] = useQuery({
    query: OwnInvitationsDocument,
    variables: { first: limits.pageSize },
  });
  const invitations = data?.viewer?.invitations?.nodes ?? [];
  if (invitations.length === 0) return null;
  return (
    <Section title={t('invited.title')}>
      <ul aria-label={t('invited.title')} className={listClass}>
        {invitations.map(({ id, organizationName, role, inviterName, expiresAt }) => (
          <Row
            key={id}
            to={organizationPaths.invitation(id)}
            lead={<RowIcon icon={MailOpen} />}
            title={organizationName}
            subtitle={
              inviterName
                ? t('invited.by', { name: inviterName, role: t(`role.${role}`) })
                : t(`role.${role}`)
            }
            end={t('invitation.expires', { time: formatRelative(expiresAt) })}
          />
        ))}
      </ul>
    </Section>
  );
}
