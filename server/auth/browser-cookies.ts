/**
 * Two cookies beside the session's. `code` binds a code to the browser that asked for it (OWASP ASVS
 * 5.0 6.6.2): whoever reads a code over somebody's shoulder, or guesses, cannot enter it elsewhere.
 * `device` remembers who signed in from this browser: it opens nothing, but its tries are counted
 * apart, so that an attack on the address does not lock its owner out (OWASP "Device cookies").
 * Neither can be made without our secret, and scripts see neither.
 */
import { randomBytes } from 'node:crypto';
import type { Settings } from '#server/settings.ts';
import { type Hmac, isSameHmac } from './hmac.ts';

const secondsPerDay = 24 * 60 * 60;
/** How long a browser is remembered; browsers keep no cookie longer than 400 days. */
const rememberedDays = 365;
/** How many people one browser remembers, and for how many it can wait for codes at a time. */
const mostPeople = 5;
/** How long a browser is known to have asked for a code: longer than any code lives, to be told that it has expired. */
const askedSeconds = 60 * 60;

/** All values that the request has for the cookie `name`: another site may have planted one. */
export function readCookieValues(headers: Headers, name: string): string[] {
  return (headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value ? [value] : [];
  });
}

/**
 * How all our cookies' names begin. Over https only our own host can set a cookie with this prefix, no
 * sibling host and nobody on the way (RFC 6265bis 4.1.3.2).
 */
export function cookiePrefix({ secure }: Settings): string {
  return secure ? '__Host-atrium' : 'atrium';
}

/** Whether a cookie of ours is sent twice: which one counts must not be left to chance. */
export function hasDuplicateCookie(headers: Headers, settings: Settings): boolean {
  const prefix = `${cookiePrefix(settings)}.`;
  const names = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => (pair.split('=', 1)[0] ?? '').trim())
    .filter((name) => name.startsWith(prefix));
  return new Set(names).size < names.length;
}

export function createBrowserCookies(settings: Settings, hmac: Hmac) {
  const prefix = cookiePrefix(settings);
  const names = { code: `${prefix}.code`, device: `${prefix}.device` };
  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${settings.secure ? '; Secure' : ''}; SameSite=Lax`;

  const today = () => Math.floor(Date.now() / 1000 / secondsPerDay);
  const mark = (email: string, day: number) => `${day}.${hmac('device cookie', `${day} ${email}`)}`;
  const marksOf = (headers: Headers) =>
    readCookieValues(headers, names.device).flatMap((value) => value.split('~'));
  const now = () => Math.floor(Date.now() / 1000);
  const ask = (browser: string, email: string, until: number) =>
    `${until}.${hmac('asked', `${browser} ${until} ${email}`)}`;
  const asksOf = (headers: Headers) =>
    readCookieValues(headers, names.code).flatMap((value) => value.split('~').slice(1));
  const isAskFor = (candidate: string, browser: string, email: string) => {
    const until = Number(candidate.split('.', 1)[0]);
    return until > now() && isSameHmac(candidate, ask(browser, email, until));
  };
  const isFor = (candidate: string, email: string) => {
    const day = Number(candidate.split('.', 1)[0]);
    const isRecent = day <= today() && day > today() - rememberedDays;
    return isRecent && isSameHmac(candidate, mark(email, day));
  };

  return {
    /** What the browser that sent the request is called, if it has asked for a code. */
    readCodeCookie(headers: Headers): string | undefined {
      for (const value of readCookieValues(headers, names.code)) {
        const [browser = '', signature = ''] = (value.split('~', 1)[0] ?? '').split('.');
        if (isSameHmac(signature, hmac('code cookie', browser))) return browser;
      }
      return undefined;
    },
    newBrowserId: () => randomBytes(16).toString('base64url'),
    /** Tells the browser its name, and notes in it that it asked for a code for `email`. */
    issueCodeCookie(headers: Headers, browser: string, email: string): string {
      const others = asksOf(headers).filter(
        (candidate) =>
          /^\d{10}\.[\w-]{43}$/.test(candidate) && !isAskFor(candidate, browser, email),
      );
      const asks = [ask(browser, email, now() + askedSeconds), ...others].slice(0, mostPeople);
      const name = `${browser}.${hmac('code cookie', browser)}`;
      return write(names.code, [name, ...asks].join('~'), askedSeconds);
    },
    /** Whether this browser has asked for a code for `email` lately. */
    hasRequestedCode: (headers: Headers, browser: string, email: string): boolean =>
      asksOf(headers).some((candidate) => isAskFor(candidate, browser, email)),

    /** Whether somebody has signed in as `email` from this browser. */
    hasDeviceCookie: (headers: Headers, email: string): boolean =>
      marksOf(headers).some((candidate) => isFor(candidate, email)),
    /** Remembers that, besides those who are remembered already. */
    issueDeviceCookie(headers: Headers, email: string): string {
      const others = marksOf(headers).filter(
        (candidate) => /^\d{1,6}\.[\w-]{43}$/.test(candidate) && !isFor(candidate, email),
      );
      const marks = [mark(email, today()), ...others].slice(0, mostPeople);
      return write(names.device, marks.join('~'), rememberedDays * secondsPerDay);
    },
  };
}

export type BrowserCookies = ReturnType<typeof createBrowserCookies>;
