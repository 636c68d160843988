import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { confirmAndRun } from '#client/graphql/confirm-and-run.ts';
import { formatDateTime } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { limits } from '#shared/limits.ts';
import {
  OwnSessionsDocument,
  type OwnSessionsQuery,
  UnlinkProviderDocument,
} from './account.generated.ts';
import type { SectionProps } from './sections.ts';

export function SignInMethods({ lockedBy }: SectionProps) {
  const { t } = useTranslation('account');
  // Same variables as the sessions on this page, so that urql sends the query once.
  const variables = { first: limits.sessionsPageSize, after: null };
  const [{ data }] = useQuery({ query: OwnSessionsDocument, variables });
  return (
    <Section title={t('signIn.title')}>
      <SettingsCard>
        <Setting label={t('signIn.code')} hint={t('signIn.codeHint')} />
        {data?.viewer?.user.linkedProviders?.map((provider) => (
          <Provider key={provider.linkedAt} provider={provider} lockedBy={lockedBy} />
        ))}
      </SettingsCard>
    </Section>
  );
}

type OwnUser = NonNullable<OwnSessionsQuery['viewer']>['user'];
type LinkedProvider = NonNullable<OwnUser['linkedProviders']>[number];

type ProviderProps = SectionProps & { provider: LinkedProvider };

function Provider({ provider: { providerId, name, linkedAt }, lockedBy }: ProviderProps) {
  const { t } = useTranslation('account');
  const [, unlink] = useMutation(UnlinkProviderDocument);
  const ask = () =>
    confirmAndRun({
      question: {
        title: t('signIn.unlinkTitle', { name }),
        body: t('signIn.unlinkBody', { name }),
        confirm: t('signIn.unlink'),
      },
      mutate: () => unlink({ input: { providerId } }),
      pick: ({ unlinkProvider }) => unlinkProvider,
      done: t('signIn.unlinked', { name }),
    });
  return (
    <Setting
      label={<bdi>{name}</bdi>}
      hint={t('signIn.linkedOn', { date: formatDateTime(linkedAt) })}
    >
      <Button
        size="small"
        disabled={lockedBy !== undefined}
        aria-describedby={lockedBy}
        aria-label={t('signIn.unlinkLabel', { name })}
        onClick={() => void ask()}
      >
        {t('signIn.unlink')}
      </Button>
    </Setting>
  );
}
