/**
 * The optional captcha before a code is sent. It calls better-auth's plugin directly, because requests
 * for codes are answered by send-code.ts and never reach better-auth.
 */
import type { Auth } from '#server/auth/auth.ts';
import type { AuthRequest } from '#server/auth/auth-request.ts';
import { type Outbound, OutboundUnavailable } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';

/** Returns the refusal of a request that has not passed the captcha. */
export type Captcha = (authRequest: AuthRequest) => Promise<Response | undefined>;

/** The captcha of the settings. Without one, every request passes. */
export function createCaptcha(
  auth: Auth,
  { captcha: chosen }: Settings,
  outbound: Outbound,
): Captcha {
  if (!chosen) return async () => undefined;
  async function load({ provider, secret, siteKey, verifyUrl }: NonNullable<typeof chosen>) {
    const { captcha } = await import('better-auth/plugins');
    return captcha({
      provider,
      secretKey: secret,
      siteKey,
      endpoints: ['/email-otp/send-verification-otp', '/email-otp/request-email-change'],
      ...(verifyUrl ? { siteVerifyURLOverride: verifyUrl } : {}),
    });
  }
  let loaded: ReturnType<typeof load> | undefined;
  return async ({ request, refuse }) => {
    loaded ??= load(chosen);
    const { onRequest } = await loaded;
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
    // The plugin fails only if the service does not answer.
    return refusal.status < 500 ? refuse(refusal.status, code) : refuse(503, 'SERVICE_UNAVAILABLE');
  };
}
