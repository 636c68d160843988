import { ChevronRight, MailOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { formatNumber, formatRelative } from '#client/i18n/format.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { listClass, Row, RowIcon, RowSkeletons } from '#client/ui/list/list.tsx';
import { MoreLink } from '#client/ui/list/recent-list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import type { MembershipFragment } from './membership.generated.ts';
import { organizationPaths } from './organization-paths.ts';
import { OwnInvitationsDocument } from './own-invitations.generated.ts';

const variables = { first: limits.pageSize };

/** The viewer's pending invitations, if any. */
export function OwnInvitations() {
  const { t } = useTranslation('organization');
  const [{ data }] = useQuery({ query: OwnInvitationsDocument, variables });
  const invitations = data?.viewer?.invitations?.nodes ?? [];
  if (invitations.length === 0) return null;
  return (
    <div className="mb-8 *:mt-0">
      <Section title={t('invited.title')}>
        <ul aria-label={t('invited.title')} className={listClass}>
          {invitations.map(({ id, organizationName, role, inviterName, expiresAt }) => {
            const expires = t('invitation.expires', { time: formatRelative(expiresAt) });
            const by = inviterName && t('invited.by', { name: inviterName });
            return (
              <Row
                key={id}
                to={organizationPaths.invitation(id)}
                lead={<RowIcon icon={MailOpen} tone="accent" />}
                title={organizationName}
                subtitle={
                  <span className="flex flex-wrap dotted">
                    <span>{t(`role.${role}`)}</span>
                    {by && <span>{by}</span>}
                    <span>{expires}</span>
                  </span>
                }
                actions={<ChevronRight className="mirrored me-2 size-4 text-text-muted" />}
              />
            );
          })}
        </ul>
      </Section>
    </div>
  );
}

/** The viewer's first organizations, which come with the invitations. */
export function FirstOrganizations() {
  const { t } = useTranslation(['organization', 'common']);
  const [{ data, error }] = useQuery({ query: OwnInvitationsDocument, variables });
  const memberships = data?.viewer?.memberships?.nodes;
  if (error && !memberships) return null;
  return (
    <div className="min-w-0 flex-[1_1_20rem] *:mt-0">
      <Section
        title={t('organization:list.own')}
        action={<MoreLink to={organizationPaths.list()} label={t('common:nav.allOrganizations')} />}
      >
        {memberships?.length === 0 ? (
          <p className="text-sm text-text-muted">{t('organization:empty.title')}</p>
        ) : (
          <ul
            aria-label={t('organization:list.own')}
            aria-busy={!memberships}
            className={listClass}
          >
            {memberships?.map((each) => <MembershipRow key={each.id} {...each} />) ?? (
              <RowSkeletons count={5} lead="square" />
            )}
          </ul>
        )}
      </Section>
    </div>
  );
}

export function MembershipRow({ role, organization }: MembershipFragment) {
  const { t } = useTranslation('organization');
  if (!organization) return null;
  const { id, name, slug, memberCount } = organization;
  return (
    <Row
      to={organizationPaths.home(slug)}
      lead={<Avatar id={id} name={name} ofOrganization />}
      title={name}
      subtitle={`${t('list.members', { count: memberCount, total: formatNumber(memberCount) })} · ${t(`role.${role}`)}`}
    />
  );
}
