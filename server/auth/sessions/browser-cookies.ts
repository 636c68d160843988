/**
 * Two signed, HttpOnly cookies besides the session cookie. `code` binds a code to the browser that requested it (OWASP
 * ASVS 5.0 6.6.2). `device` lists who has signed in from this browser: their attempts are counted separately, so an
 * attack on an address doesn't lock its owner out (OWASP "Device cookies").
 */
import { randomBytes } from 'node:crypto';
import { type Hmac, isOneOf } from '#server/auth/hmac.ts';
import { cookiePrefix, readCookieValues } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { secondsPerDay } from './session-rules.ts';

/** Browsers keep cookies for at most 400 days. */
const deviceDays = 365;
const maxAddresses = 5;
/** Longer than any code's lifetime, to tell an expired code from a wrong one. */
const codeCookieSeconds = 60 * 60;

export function createBrowserCookies(settings: Settings, hmac: Hmac) {
  const prefix = cookiePrefix(settings);
  const names = { code: `${prefix}.code`, device: `${prefix}.device` };
  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${settings.secure ? '; Secure' : ''}; SameSite=Lax`;

  const dayOf = (time: Date) => Math.floor(time.getTime() / 1000 / secondsPerDay);
  const today = () => dayOf(new Date());
  const deviceTokensOf = (email: string, day: number) =>
    hmac.accepted('device cookie', `${day} ${email}`).map((text) => `${day}.${text}`);
  const deviceTokens = (headers: Headers) =>
    readCookieValues(headers, names.device).flatMap((value) => value.split('~'));
  const now = () => Math.floor(Date.now() / 1000);
  const requestTokensOf = (browser: string, email: string, until: number) =>
    hmac.accepted('asked', `${browser} ${until} ${email}`).map((text) => `${until}.${text}`);
  const requestTokens = (headers: Headers) =>
    readCookieValues(headers, names.code).flatMap((value) => value.split('~').slice(1));
  const isRequestTokenFor = (candidate: string, browser: string, email: string) => {
    const until = Number(candidate.split('.', 1)[0]);
    return until > now() && isOneOf(requestTokensOf(browser, email, until), candidate);
  };
  const isDeviceTokenFor = (candidate: string, email: string, after = 0) => {
    const day = Number(candidate.split('.', 1)[0]);
    const isRecent = day <= today() && day > Math.max(today() - deviceDays, after);
    return isRecent && isOneOf(deviceTokensOf(email, day), candidate);
  };

  return {
    readCodeCookie(headers: Headers): string | undefined {
      for (const value of readCookieValues(headers, names.code)) {
        const [browser = '', signature = ''] = (value.split('~', 1)[0] ?? '').split('.');
        if (isOneOf(hmac.accepted('code cookie', browser), signature)) return browser;
      }
      return undefined;
    },
    newBrowserId: () => randomBytes(16).toString('base64url'),
    issueCodeCookie(headers: Headers, browser: string, email: string): string {
      const others = requestTokens(headers).filter(
        (candidate) =>
          /^\d{10}\.[\w-]{43}$/.test(candidate) && !isRequestTokenFor(candidate, browser, email),
      );
      const [token] = requestTokensOf(browser, email, now() + codeCookieSeconds);
      const tokens = [token, ...others].slice(0, maxAddresses);
      const name = `${browser}.${hmac('code cookie', browser)}`;
      return write(names.code, [name, ...tokens].join('~'), codeCookieSeconds);
    },
    hasRequestedCode: (headers: Headers, browser: string, email: string): boolean =>
      requestTokens(headers).some((candidate) => isRequestTokenFor(candidate, browser, email)),

    hasDeviceCookie: (headers: Headers, email: string): boolean =>
      deviceTokens(headers).some((candidate) => isDeviceTokenFor(candidate, email)),
    /** Whether the user signed in from this browser since they secured their account, the day of that excluded. */
    isKnownDevice(headers: Headers, user: { email: string; securedAt: Date | null }): boolean {
      const securedOn = user.securedAt ? dayOf(user.securedAt) : undefined;
      return deviceTokens(headers).some((candidate) =>
        isDeviceTokenFor(candidate, user.email, securedOn),
      );
    },
    issueDeviceCookie(headers: Headers, email: string): string {
      const others = deviceTokens(headers).filter(
        (candidate) =>
          /^\d{1,6}\.[\w-]{43}$/.test(candidate) && !isDeviceTokenFor(candidate, email),
      );
      const [token] = deviceTokensOf(email, today());
      const tokens = [token, ...others].slice(0, maxAddresses);
      return write(names.device, tokens.join('~'), deviceDays * secondsPerDay);
    },
  };
}

export type BrowserCookies = ReturnType<typeof createBrowserCookies>;
