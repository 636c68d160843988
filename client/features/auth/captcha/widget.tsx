import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setup } from '#client/features/session/session.ts';
import { ApiError } from '#client/lib/errors.ts';
import { showWidget } from './services.ts';

export type PendingSolution = {
  resolve: (solution: string) => void;
  reject: (reason: unknown) => void;
};

type CaptchaWidgetProps = { captcha: NonNullable<Setup['captcha']>; solving: PendingSolution };

export default function CaptchaWidget({ captcha, solving }: CaptchaWidgetProps) {
  const { t } = useTranslation('auth');
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { resolve, reject } = solving;
    // Widgets render into an element that React doesn't manage.
    const element = document.createElement('div');
    container.current?.append(element);
    const shown = showWidget(captcha, element, resolve, () =>
      reject(new ApiError('VERIFICATION_FAILED')),
    );
    shown.catch(reject);
    return () => {
      void shown.then(
        (remove) => remove(),
        () => {},
      );
      element.remove();
    };
  }, [captcha, solving]);

  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm text-text-muted">
        {t('captcha.body')}
      </p>
      <div ref={container} className="min-h-16" />
    </div>
  );
}
