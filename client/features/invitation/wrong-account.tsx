import { useTranslation } from 'react-i18next';
import { emailPart } from '#client/features/auth/email-part.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-sign-out.ts';
import { paths } from '#client/paths.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { InvitationCard } from './invitation-notice.tsx';

export function WrongAccount({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation('organization');
  const { user } = useViewer();
  const back = organizationPaths.invitation(id, email);
  const switchAccount = useSignOut(paths.login(back, email));
  return (
    <InvitationCard
      visual={<Avatar id={user.id} name={user.name} size="large" />}
      title={t('answer.wrongTitle')}
      body={
        <p>
          <RichText
            text={(values) => t('answer.wrongBody', values)}
            values={{ invited: email, email: user.email }}
            parts={emailPart}
          />
        </p>
      }
    >
      <Link to={organizationPaths.list()} className={buttonClass()}>
        {t('answer.stay')}
      </Link>
      <Button look="primary" onClick={() => void switchAccount()}>
        {t('answer.switch')}
      </Button>
    </InvitationCard>
  );
}
