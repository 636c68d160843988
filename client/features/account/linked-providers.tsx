import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Setting } from '#client/ui/page/settings.tsx';
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
  const lockedBy = useImpersonationLock();
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
    <Setting
      label={<bdi>{name}</bdi>}
      hint={t('linkedProvider.linkedOn', { date: formatDateTime(linkedAt) })}
    >
      <Button
        size="small"
        disabled={lockedBy !== undefined}
        aria-describedby={lockedBy}
        aria-label={t('linkedProvider.unlinkLabel', { name })}
        onClick={() => void ask()}
      >
        {t('linkedProvider.unlink')}
      </Button>
    </Setting>
  );
}
