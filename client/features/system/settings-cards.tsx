import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { DescriptionList } from '#client/ui/list/description-list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { Code, FactRow } from './fact-row.tsx';
import type { SystemState } from './problems.ts';

type LimitName =
  | 'POINTS_PER_MINUTE'
  | 'MUTATIONS_PER_MINUTE'
  | 'CODE_MINUTES'
  | 'SESSION_DAYS'
  | 'AUDIT_DAYS'
  | 'MAIL_DAYS';

export function LimitsCard({ limits }: Pick<SystemState, 'limits'>) {
  const { t } = useTranslation('system');
  return (
    <Section title={t('limits.title')}>
      <DescriptionList>
        {limits.map(({ name, value }) => (
          <FactRow key={name} label={t(`limits.${name as LimitName}`)} hint={<Code>{name}</Code>}>
            {formatNumber(Number(value))}
          </FactRow>
        ))}
      </DescriptionList>
    </Section>
  );
}

export function ChangedSettings({ changedSettings }: Pick<SystemState, 'changedSettings'>) {
  const { t } = useTranslation('system');
  return (
    <Section title={t('settings.title')} count={changedSettings.length}>
      {changedSettings.length === 0 ? (
        <EmptyState icon={Settings2} title={t('settings.none')} />
      ) : (
        <>
          <p className="max-w-[72ch] text-sm text-text-muted">{t('settings.hint')}</p>
          <DescriptionList>
            {changedSettings.map(({ name, value }) => (
              <div key={name} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[18rem_1fr]">
                <dt className="text-text-muted">
                  <Code>{name}</Code>
                </dt>
                <dd className="min-w-0">
                  {value === null || value === undefined ? (
                    <span className="text-text-muted">{t('settings.hidden')}</span>
                  ) : (
                    <Code>{value}</Code>
                  )}
                </dd>
              </div>
            ))}
          </DescriptionList>
        </>
      )}
    </Section>
  );
}
