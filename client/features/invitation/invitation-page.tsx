import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { useViewer } from '#client/features/session/use-session.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { unmask } from '#client/graphql/fragments.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { DetailSkeleton } from '#client/ui/page/detail-skeleton.tsx';
import { InvitationDocument } from './invitation.generated.ts';
import { InvitationAnswer } from './invitation-answer.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { WrongAccount } from './wrong-account.tsx';

export function InvitationPage() {
  const { id = '' } = useParams();
  const invited = useSearch().get('email');
  const { user } = useViewer();
  const { t } = useTranslation('organization');
  const [{ data, error, fetching }, execute] = useQuery({
    query: InvitationDocument,
    variables: { id },
  });
  const invitation = data?.node?.__typename === 'Invitation' ? unmask(data.node) : null;
  const isFor = (email: string) => email.toLowerCase() === user.email.toLowerCase();
  if (invitation && isFor(invitation.email)) return <InvitationAnswer invitation={invitation} />;
  if (fetching && !invitation) return <DetailSkeleton />;
  const failure = error && apiErrorOf(error);
  if (failure && failure.code !== 'NOT_FOUND') {
    return (
      <LoadFailed failure={failure} onRetry={() => execute({ requestPolicy: 'network-only' })} />
    );
  }
  const email = invitation?.email ?? invited;
  if (email && !isFor(email)) return <WrongAccount id={id} email={email} />;
  return <InvitationNotice title={t('answer.missing')} body={t('answer.missingBody')} />;
}
