import { MailOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { formatRelative } from '#client/i18n/format.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { listClass, Row, RowIcon } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { organizationPaths } from './organization-paths.ts';
import { OwnInvitationsDocument } from './own-invitations.generated.ts';

/** The viewer's pending invitations, if any. */
export function OwnInvitations() {
  const { t } = useTranslation('organization');
  const [{ data }] = useQuery({
    query: OwnInvitationsDocument,
    variables: { first: limits.pageSize },
  });
  const invitations = data?.viewer?.invitations?.nodes ?? [];
  if (invitations.length === 0) return null;
  return (
    <div className="mb-8 *:mt-0">
      <Section title={t('invited.title')}>
        <ul aria-label={t('invited.title')} className={listClass}>
          {invitations.map(({ id, organizationName, role, inviterName, expiresAt }) => (
            <Row
              key={id}
              lead={<RowIcon icon={MailOpen} />}
              title={organizationName}
              subtitle={
                inviterName
                  ? t('invited.by', { name: inviterName, role: t(`role.${role}`) })
                  : t(`role.${role}`)
              }
              end={
                <>
                  {t('invitation.expires', { time: formatRelative(expiresAt) })}
                  <Link
                    to={organizationPaths.invitation(id)}
                    aria-label={t('invited.answerOf', { name: organizationName })}
                    className={buttonClass('secondary', 'small')}
                  >
                    {t('invited.answer')}
                  </Link>
                </>
              }
            />
          ))}
        </ul>
      </Section>
    </div>
  );
}
