import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/errors.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Logo } from '#client/ui/base/icons.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { sample } from './sample.ts';

const row = 'flex flex-wrap items-center gap-3';
const looks = ['primary', 'secondary', 'quiet', 'danger'] as const;
const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const avatarSizes = ['small', 'normal', 'large'] as const;
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

export function ButtonSamples() {
  const { t } = useTranslation('repository');
  return looks.map((look) => (
    <div key={look} className={row}>
      <Button look={look}>{t('new.submit')}</Button>
      <Button look={look} size="small">
        {t('action.edit')}
      </Button>
      <Button look={look} pending>
        {t('new.submit')}
      </Button>
      <Button look={look} disabled>
        {t('action.delete')}
      </Button>
    </div>
  ));
}

export function BadgeSamples() {
  const { t } = useTranslation(['user', 'repository']);
  const texts = [
    t('role.USER'),
    t('role.ADMIN'),
    t('status.ACTIVE'),
    t('status.INVITED'),
    t('status.BANNED'),
  ];
  return (
    <>
      <div className={row}>
        {tones.map((tone, index) => (
          <Badge key={tone} tone={tone}>
            {texts[index]}
          </Badge>
        ))}
      </div>
      {avatarSizes.map((size) => (
        <div key={size} className={row}>
          {sample.people.map(({ id, name, email }) => (
            <Avatar key={id} id={id} name={name || email} size={size} />
          ))}
        </div>
      ))}
      <div className={row}>
        <Logo />
        <RelativeTime value={anHourAgo} focusable />
        <CopyButton text={anHourAgo} label={t('repository:action.copyId')} />
      </div>
    </>
  );
}

export function NoticeSamples() {
  const { t } = useTranslation(['repository', 'common']);
  return (
    <>
      <Notice>{t('empty.app')}</Notice>
      <Notice failure={new ApiError('RATE_LIMITED', { retryAfter: 30 })} />
      <Notice failure={new ApiError('INTERNAL_ERROR', { requestId: crypto.randomUUID() })} />
      <div className={row}>
        <Button onClick={() => toast('success', t('new.done'))}>{t('new.submit')}</Button>
        <Button onClick={() => toast('error', t('common:error.500'))}>
          {t('common:error.500')}
        </Button>
      </div>
    </>
  );
}
