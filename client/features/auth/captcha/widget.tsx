/**
 * Captcha services, rendered explicitly as documented:
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 * https://developers.google.com/recaptcha/docs/display
 * https://docs.hcaptcha.com/configuration
 * https://docs.captchafox.com
 */

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setup } from '#client/features/session/session.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { ApiError } from '#client/lib/errors.ts';
import { isDark } from '#client/ui/preferences/theme.ts';

type CaptchaSetup = NonNullable<Setup['captcha']>;

type Widgets = {
  render: (element: HTMLElement, options: object) => unknown;
  remove?: (widget?: unknown) => void;
};

/** Global variables of the scripts. */
type GlobalName = 'turnstile' | 'grecaptcha' | 'hcaptcha' | 'captchafox';

type Service = {
  script: string;
  global: GlobalName;
  options: (solved: (solution: string) => void, failed: () => void) => object;
};

const theme = () => (isDark() ? 'dark' : 'light');

const commonOptions: Service['options'] = (solved, failed) => ({
  callback: solved,
  'error-callback': failed,
  theme: theme(),
});

const services: Record<CaptchaSetup['provider'], Service> = {
  CLOUDFLARE_TURNSTILE: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?',
    global: 'turnstile',
    options: (...ends) => ({
      ...commonOptions(...ends),
      size: 'flexible',
      language: currentLanguage(),
    }),
  },
  GOOGLE_RECAPTCHA: {
    script: 'https://www.google.com/recaptcha/api.js?',
    global: 'grecaptcha',
    options: commonOptions,
  },
  HCAPTCHA: {
    script: 'https://js.hcaptcha.com/1/api.js?recaptchacompat=off&',
    global: 'hcaptcha',
    options: commonOptions,
  },
  CAPTCHAFOX: {
    script: 'https://cdn.captchafox.com/api.js?',
    global: 'captchafox',
    options: (solved, failed) => ({
      onVerify: solved,
      onError: failed,
      onFail: failed,
      theme: theme(),
      lang: currentLanguage(),
    }),
  },
};

const readyName = 'captchaIsReady';

declare global {
  interface Window extends Partial<Record<GlobalName, Widgets>> {
    [readyName]?: () => void;
  }
}

const scriptTimeoutMs = 20_000;

/** Loads a service's script once. Retries on the next call after a failure. */
async function load({ script, global }: Service): Promise<Widgets> {
  const known = window[global];
  if (known) return known;
  const element = document.createElement('script');
  element.src = `${script}render=explicit&onload=${readyName}&hl=${currentLanguage()}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      window[readyName] = resolve;
      element.onerror = reject;
      timer = setTimeout(reject, scriptTimeoutMs);
      document.head.append(element);
    });
    const widgets = window[global];
    if (widgets) return widgets;
    throw new Error(`The script defined no ${global}.`);
  } catch {
    element.remove();
    throw new ApiError('SERVICE_UNAVAILABLE');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Renders the widget into `element`.
 *
 * @returns a function that removes the widget
 * @throws {ApiError} SERVICE_UNAVAILABLE if the service can't be reached
 */
async function showWidget(
  { provider, siteKey }: CaptchaSetup,
  element: HTMLElement,
  solved: (solution: string) => void,
  failed: () => void,
): Promise<() => void> {
  const service = services[provider];
  const widgets = await load(service);
  const options = { sitekey: siteKey, ...service.options(solved, failed) };
  // CaptchaFox returns a promise of its widget, the others the widget.
  const widget = await widgets.render(element, options);
  return () => widgets.remove?.(widget);
}

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
