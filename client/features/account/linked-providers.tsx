import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { limits } from '#shared/limits.ts';
import {
  OwnSessionsDocument,
  type OwnSessionsQuery,
  UnlinkProviderDocument,
} from './account.generated.ts';

export function LinkedProviders() {
  // Same variables as the sessions on this page, so that urql sends the query once.
  const variables = { first: limits.sessionsPageSize, after: null };
  const [{ data }] = useQuery({ query: OwnSessionsDocument, variables });
  return data?.viewer?.user.linkedProviders?.map((provider) => (
    <Provider key={provider.linkedAt} provider={provider} />
  ));
}

type OwnUser = NonNullable<OwnSessionsQuery['viewer']>['user'];
type LinkedProvider = NonNullable<OwnUser['linkedProviders']>[number];

function Provider({ provider: { providerId, name, linkedAt } }: { provider: LinkedProvider }) {
  const { t } = useTranslation('account');
  const [, unlink] = useMutation(UnlinkProviderDocument);
  const ask = () =>
    confirmAndRun({
      title: t('linkedProvider.unlinkTitle', { name }),
      body: t('linkedProvider.unlinkBody', { name }),
      confirm: t('linkedProvider.unlink'),
      mutate: () => unlink({ input: { providerId } }),
      done: t('linkedProvider.unlinked', { name }),
    });
  return (
    <Row
      lead={<RowIcon icon={Link2} />}
      title={name}
      subtitle={t('linkedProvider.linkedOn', { date: formatDateTime(linkedAt) })}
      actions={
        <AccountButton
          size="small"
          look="quiet"
          aria-label={t('linkedProvider.unlinkLabel', { name })}
          onClick={() => void ask()}
        >
          {t('linkedProvider.unlink')}
        </AccountButton>
      }
    />
  );
}
