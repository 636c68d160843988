import { useTranslation } from 'react-i18next';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { organizationPaths } from './organization-paths.ts';
import { UserMembershipsDocument } from './user-memberships.generated.ts';

export function UserMemberships({ userId }: { userId: string }) {
  const { t } = useTranslation('organization');
  return (
    <Section title={t('list.title')}>
      <PagedList
        label={t('list.title')}
        list={useList(UserMembershipsDocument, { id: userId }, ({ user }) => user?.memberships)}
        lead="square"
        row={({ id, role, createdAt, organization }) =>
          organization && (
            <Row
              key={id}
              to={organizationPaths.managedDetail(organization.id)}
              lead={<Avatar id={organization.id} name={organization.name} ofOrganization />}
              title={organization.name}
              subtitle={t(`role.${role}`)}
              end={<RelativeTime value={createdAt} />}
            />
          )
        }
        empty={<p className="vacant text-sm text-text-muted">{t('list.ofNobody')}</p>}
        more="button"
      />
    </Section>
  );
}
