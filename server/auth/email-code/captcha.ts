/**
 * The optional captcha before a code is sent. Calls better-auth's plugin directly, because
 * send-code.ts answers these requests and they never reach better-auth.
 */
import type { Auth } from '#server/auth/auth.ts';
import { loadOnce } from '#server/load-once.ts';
import { type Outbound, OutboundUnavailable } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import type { Challenge } from './endpoints.ts';

/** The providers' own addresses, as in the plugin, which doesn't export them. */
const verifyUrls = {
  'cloudflare-turnstile': 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  'google-recaptcha': 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  captchafox: 'https://api.captchafox.com/siteverify',
};

export function createCaptcha(
  auth: Auth,
  { captcha: chosen }: Settings,
  outbound: Outbound,
): Challenge[] {
  if (!chosen) return [];
  const { provider, secret, siteKey, verifyUrl = verifyUrls[provider] } = chosen;
  outbound.allow([verifyUrl]);
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
  const challenge: Challenge = async ({ request, refuse }) => {
    const { onRequest } = await load();
    const context = (await auth.$context) as unknown as Parameters<typeof onRequest>[1];
    const ask = () => outbound('captcha', async () => onRequest(request, context));
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof OutboundUnavailable) return error;
      throw error;
    });
    if (answer instanceof OutboundUnavailable) return refuse(503, 'SERVICE_UNAVAILABLE');
    const refusal = answer?.response;
    if (!refusal) return undefined;
    const { code } = (await refusal.json()) as { code: string };
    // The plugin returns 5xx only if the service doesn't respond.
    return refusal.status < 500 ? refuse(refusal.status, code) : refuse(503, 'SERVICE_UNAVAILABLE');
  };
  return [challenge];
}
