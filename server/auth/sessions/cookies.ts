/**
 * The cookies of a browser. What better-auth signed is read without the database, with every accepted secret. Two cookies are
 * our own, signed and HttpOnly: `code` binds a code to the browser that requested it (OWASP ASVS 5.0 6.6.2). `device` lists who
 * has signed in from this browser: their attempts are counted separately, so an attack on an address doesn't lock its owner out
 * (OWASP "Device cookies").
 */
import { createHmac, randomBytes } from 'node:crypto';
import { type Hmac, isOneOf, type Secrets } from '#server/auth/hmac.ts';
import { secondsPerDay } from '#server/auth/viewer.ts';
import { cookiePrefix, readCookieValues } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

type Cookies = { secrets: Secrets; settings: Settings };

const signatureOf = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64');

/** The signed text without its signature. Undefined if none of the secrets made it, and for other encodings of it. */
function verify(sent: string, secrets: readonly string[]): string | undefined {
  try {
    const text = decodeURIComponent(sent);
    const end = text.lastIndexOf('.');
    const value = text.slice(0, end);
    const signatures = secrets.map((secret) => signatureOf(value, secret));
    return end > 0 && isOneOf(signatures, text.slice(end + 1)) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const sessionCookie = 'session_token';

export const sessionCookieName = (settings: Settings) =>
  `${cookiePrefix(settings)}.${sessionCookie}`;

/** What the first cookie of this name says. Undefined unless it is signed. */
export function readSignedCookie(
  { secrets, settings }: Cookies,
  headers: Headers,
  name: string,
): string | undefined {
  const start = `${cookiePrefix(settings)}.${name}=`;
  const pairs = headers.get('cookie')?.split(';');
  const pair = pairs?.find((each) => each.trim().startsWith(start));
  return pair && verify(pair.trim().slice(start.length), secrets);
}

/** The token of a session, which may have ended. */
export const readSessionToken = (keys: Cookies, headers: Headers): string | undefined =>
  readSignedCookie(keys, headers, sessionCookie);

/**
 * The headers with cookies that the current secret has signed. The browser receives the new signature when better-auth
 * renews its session.
 */
export function withCurrentSignatures({ secrets, settings }: Cookies, headers: Headers): Headers {
  const [current, ...former] = secrets;
  const prefix = `${cookiePrefix(settings)}.`;
  const cookies = headers.get('cookie');
  if (former.length === 0 || !cookies?.includes(prefix)) return headers;
  const renewed = cookies.split(';').map((pair) => {
    const [name = '', sent = ''] = pair.split(/=(.*)/s, 2);
    const value = name.trim().startsWith(prefix) ? verify(sent, former) : undefined;
    return value
      ? `${name}=${encodeURIComponent(`${value}.${signatureOf(value, current)}`)}`
      : pair;
  });
  const copy = new Headers(headers);
  copy.set('cookie', renewed.join(';'));
  return copy;
}

/** Browsers keep cookies for at most 400 days. */
const deviceDays = 365;
const maxAddresses = 5;
/** Longer than any code's lifetime, to tell an expired code from a wrong one. */
const codeCookieSeconds = 60 * 60;

/** A `set-cookie` header. Removes the cookie by default. */
export function cookieLine(settings: Settings, name: string, value = '', maxAge = 0): string {
  const secure = settings.secure ? '; Secure' : '';
  return `${cookiePrefix(settings)}.${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

export const newBrowserId = () => randomBytes(16).toString('base64url');

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const dayOf = (time: Date) => Math.floor(time.getTime() / 1_000 / secondsPerDay);

export function createBrowserCookies(settings: Settings, hmac: Hmac) {
  const tokensIn = (headers: Headers, name: string) =>
    readCookieValues(headers, `${cookiePrefix(settings)}.${name}`).map((value) => value.split('~'));
  const deviceTokens = (headers: Headers) => tokensIn(headers, 'device').flat();
  const requestTokens = (headers: Headers) =>
    tokensIn(headers, 'code').flatMap(([, ...tokens]) => tokens);

  const deviceTokensOf = (email: string, day: number) =>
    hmac.accepted('device cookie', `${day} ${email}`).map((text) => `${day}.${text}`);
  const requestTokensOf = (browser: string, email: string, until: number) =>
    hmac.accepted('asked', `${browser} ${until} ${email}`).map((text) => `${until}.${text}`);

  function isRequestToken(candidate: string, browser: string, email: string): boolean {
    const until = Number(candidate.split('.', 1)[0]);
    return until > nowSeconds() && isOneOf(requestTokensOf(browser, email, until), candidate);
  }

  function isDeviceToken(candidate: string, email: string, after = 0): boolean {
    const day = Number(candidate.split('.', 1)[0]);
    const today = dayOf(new Date());
    const isRecent = day <= today && day > Math.max(today - deviceDays, after);
    return isRecent && isOneOf(deviceTokensOf(email, day), candidate);
  }

  return {
    readCodeCookie(headers: Headers): string | undefined {
      for (const [name = ''] of tokensIn(headers, 'code')) {
        const [browser = '', signature = ''] = name.split('.');
        if (isOneOf(hmac.accepted('code cookie', browser), signature)) return browser;
      }
      return undefined;
    },
    issueCodeCookie(headers: Headers, browser: string, email: string): string {
      const others = requestTokens(headers).filter(
        (each) => /^\d{10}\.[\w-]{43}$/.test(each) && !isRequestToken(each, browser, email),
      );
      const [token] = requestTokensOf(browser, email, nowSeconds() + codeCookieSeconds);
      const tokens = [token, ...others].slice(0, maxAddresses);
      const name = `${browser}.${hmac('code cookie', browser)}`;
      return cookieLine(settings, 'code', [name, ...tokens].join('~'), codeCookieSeconds);
    },
    hasRequestedCode: (headers: Headers, browser: string, email: string): boolean =>
      requestTokens(headers).some((each) => isRequestToken(each, browser, email)),

    /** Whether the user signed in from this browser since they secured their account, the day of that excluded. */
    isKnownDevice(headers: Headers, user: { email: string; securedAt: Date | null }): boolean {
      const securedOn = user.securedAt ? dayOf(user.securedAt) : undefined;
      return deviceTokens(headers).some((each) => isDeviceToken(each, user.email, securedOn));
    },
    issueDeviceCookie(headers: Headers, email: string): string {
      const others = deviceTokens(headers).filter(
        (each) => /^\d{1,6}\.[\w-]{43}$/.test(each) && !isDeviceToken(each, email),
      );
      const [token] = deviceTokensOf(email, dayOf(new Date()));
      const tokens = [token, ...others].slice(0, maxAddresses);
      return cookieLine(settings, 'device', tokens.join('~'), deviceDays * secondsPerDay);
    },
    /** After a sign-in: the person uses this browser. What is left of an impersonation ends. */
    remember(headers: Headers, email: string): string[] {
      const ended = tokensIn(headers, 'admin_session').length > 0;
      return [
        this.issueDeviceCookie(headers, email),
        ...(ended ? [cookieLine(settings, 'admin_session')] : []),
      ];
    },
  };
}

export type BrowserCookies = ReturnType<typeof createBrowserCookies>;
