/**
 * The optional captcha before a code is sent. Calls better-auth's plugin directly, because these requests never reach
 * better-auth.
 */
import type { Auth } from '#server/auth/auth.ts';
import type { Challenge } from '#server/auth/endpoint.ts';
import { refusal } from '#server/auth/refusal.ts';
import type { Services } from '#server/auth/sign-in.ts';
import { loadOnce } from '#server/load-once.ts';
import { OutboundUnavailable } from '#server/outbound.ts';

/** The providers' own addresses, as in the plugin, which doesn't export them. */
const verifyUrls = {
  'cloudflare-turnstile': 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  'google-recaptcha': 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  captchafox: 'https://api.captchafox.com/siteverify',
};

export function createCaptcha({ settings, outbound }: Services, auth: Auth): Challenge[] {
  if (!settings.captcha) return [];
  const { provider, secret, siteKey, verifyUrl = verifyUrls[provider] } = settings.captcha;
  outbound.allow([verifyUrl]);
  outbound.allowNamed([settings.captcha.verifyUrl]);
  const load = loadOnce(async () => {
    const { captcha } = await import('better-auth/plugins');
    return captcha({
      provider,
      secretKey: secret,
      siteKey,
      endpoints: ['/email-otp/send-verification-otp', '/email-otp/request-email-change'],
      siteVerifyURLOverride: verifyUrl,
    });
  });
  const challenge: Challenge = async ({ request }) => {
    const { onRequest } = await load();
    // biome-ignore lint/plugin: better-auth types the context of a plugin without the options of the instance
    const context = (await auth.$context) as unknown as Parameters<typeof onRequest>[1];
    const verify = async () => onRequest(request, context);
    const answered = await outbound('captcha', verify).catch((error: unknown) => {
      throw error instanceof OutboundUnavailable ? refusal(503, 'SERVICE_UNAVAILABLE') : error;
    });
    if (!answered) return;
    const { status } = answered.response;
    // The plugin returns 5xx only if the service doesn't respond.
    if (status >= 500) throw refusal(503, 'SERVICE_UNAVAILABLE');
    const { code } = (await answered.response.json()) as { code: string };
    throw refusal(status, code);
  };
  return [challenge];
}
