/**
 * The widgets of the services that tell people from programs. They are much alike: a script defines a
 * global, whose `render` puts a widget into an element and calls back with the solution.
 *
 * Sources: the documentation of Cloudflare Turnstile, Google reCAPTCHA v2, hCaptcha and CaptchaFox on
 * explicit rendering.
 */

import type { Setup } from '#client/features/session/session.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { ApiError } from '#client/lib/errors.ts';
import { isDark } from '#client/ui/preferences/theme.ts';

type CaptchaSetup = NonNullable<Setup['captcha']>;

/** What the scripts define, as far as we use it. */
type Widgets = {
  render: (element: HTMLElement, options: object) => unknown;
  remove?: (widget?: unknown) => void;
};

type Service = {
  script: string;
  /** The name of its global. */
  global: string;
  options: (solved: (solution: string) => void, failed: () => void) => object;
};

const theme = () => (isDark() ? 'dark' : 'light');

/** The first three take the same options. */
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

const scope = window as unknown as Record<string, unknown>;
/** How the script is told to say that it is ready. */
const readyName = 'captchaIsReady';

/** How long the script may take to be ready. */
const scriptTimeout = 20_000;

/** Loads the service's script, once. A script that did not come is asked for again. */
async function load({ script, global }: Service): Promise<Widgets> {
  if (scope[global]) return scope[global] as Widgets;
  const element = document.createElement('script');
  element.src = `${script}render=explicit&onload=${readyName}&hl=${currentLanguage()}`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  scope[readyName] = resolve;
  element.onerror = reject;
  const timer = setTimeout(reject, scriptTimeout);
  document.head.append(element);
  try {
    await promise;
    return scope[global] as Widgets;
  } catch {
    element.remove();
    throw new ApiError('SERVICE_UNAVAILABLE');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Shows the widget in `element`.
 *
 * @returns how to take it away
 * @throws {ApiError} SERVICE_UNAVAILABLE if the service cannot be reached
 */
export async function showWidget(
  { provider, siteKey }: CaptchaSetup,
  element: HTMLElement,
  solved: (solution: string) => void,
  failed: () => void,
): Promise<() => void> {
  const service = services[provider];
  const widgets = await load(service);
  const options = { sitekey: siteKey, ...service.options(solved, failed) };
  // CaptchaFox promises its widget, the others give it.
  const widget = await widgets.render(element, options);
  return () => widgets.remove?.(widget);
}
