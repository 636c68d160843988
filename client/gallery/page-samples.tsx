import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';
import { DescriptionList, Fact } from '#client/ui/list/description-list.tsx';
import { Forbidden, NotFound } from '#client/ui/page/error-page.tsx';
import { DangerZone, DetailSkeleton } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { sample } from './sample.ts';

export function DetailSamples() {
  const { t } = useTranslation('repository');
  const [name] = sample.repositories;
  return (
    <div className="gallery-columns">
      <div>
        <DescriptionList>
          <Fact label={t('field.name')}>{name}</Fact>
          <Fact label={t('field.description')}>{t('detail.noDescription')}</Fact>
        </DescriptionList>
        <div className="mt-8">
          <SettingsCard>
            <Setting label={t('field.name')} hint={t('form.nameHint')}>
              <Button>{t('action.edit')}</Button>
            </Setting>
            <Setting label={t('field.link')} hint={t('form.linkHint')} />
          </SettingsCard>
        </div>
        <DangerZone title={t('delete.title')} body={t('delete.hint')}>
          <Button look="danger">
            <Trash2 className="size-4" />
            {t('delete.title')}
          </Button>
        </DangerZone>
      </div>
      <DetailSkeleton />
    </div>
  );
}

export function ErrorSamples() {
  return (
    <div className="gallery-columns">
      <Forbidden />
      <NotFound />
    </div>
  );
}
