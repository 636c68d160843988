import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { useSetup } from '#client/features/session/use-session.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { formatList, formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { Section } from '#client/ui/page/page.tsx';
import {
  PasskeyRequirementDocument,
  type PasskeyRequirementQuery,
  UpdateOrganizationPasskeyRequirementDocument,
} from './passkey-requirement.generated.ts';

/** Names of members without a passkey that are shown. */
const shown = 5;

/** Lets owners require a passkey of the members, and tells them whom it would lock out. */
export function PasskeyRequirement({ organizationId: id }: { organizationId: string }) {
  const { t } = useTranslation('organization');
  const { passkeysEnabled } = useSetup();
  const [{ data }] = useQuery({
    query: PasskeyRequirementDocument,
    variables: { id, shown },
    requestPolicy: 'cache-and-network',
  });
  const [, update] = useMutation(UpdateOrganizationPasskeyRequirementDocument);
  const organization = data?.organization;
  if (!organization?.viewerCanUpdatePasskeyRequirement) return null;
  const { requiresPasskey, membersWithoutPasskey } = organization;
  if (!passkeysEnabled && !requiresPasskey) return null;
  const isByPasskey = data?.viewer?.session?.passkeyName != null;
  const verb = requiresPasskey ? 'disable' : 'enable';

  const change = () =>
    confirmAndRun({
      question: {
        title: t(`passkeyRequirement.${verb}Question`),
        body: t(`passkeyRequirement.${verb}Body`),
        confirm: t(`passkeyRequirement.${verb}`),
      },
      mutate: () => update({ input: { id, requiresPasskey: !requiresPasskey } }),
      pick: ({ updateOrganizationPasskeyRequirement }) => updateOrganizationPasskeyRequirement,
      done: t(`passkeyRequirement.${verb}d`),
    });

  return (
    <Section title={t('passkeyRequirement.title')}>
      <p className="text-sm text-pretty text-text-muted">
        {t(requiresPasskey ? 'passkeyRequirement.required' : 'passkeyRequirement.body')}
      </p>
      {membersWithoutPasskey && <MembersWithoutPasskey members={membersWithoutPasskey} />}
      {requiresPasskey || isByPasskey ? (
        <Button className="justify-self-start" onClick={() => void change()}>
          {t(`passkeyRequirement.${verb}`)}
        </Button>
      ) : (
        <Notice>{t('passkeyRequirement.bySession')}</Notice>
      )}
    </Section>
  );
}

type Members = NonNullable<
  NonNullable<PasskeyRequirementQuery['organization']>['membersWithoutPasskey']
>;

function MembersWithoutPasskey({ members: { totalCount, nodes } }: { members: Members }) {
  const { t } = useTranslation('organization');
  const total = totalCount ?? 0;
  if (total === 0) return <p className="text-sm">{t('passkeyRequirement.everyone')}</p>;
  const more = total - nodes.length;
  const names = nodes.map(({ name }) => name).filter(Boolean);
  return (
    <div className="grid gap-1 text-sm">
      <p>{t('passkeyRequirement.missing', { count: total, total: formatNumber(total) })}</p>
      <p className="text-text-muted">
        <bdi>{formatList(names)}</bdi>{' '}
        {more > 0 && t('passkeyRequirement.more', { count: more, total: formatNumber(more) })}
      </p>
    </div>
  );
}
