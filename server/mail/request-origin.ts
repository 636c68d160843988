import bowser from 'bowser';
import type { Text } from '#server/i18n.ts';
import type { Language } from '#shared/languages.ts';
import { isolated } from './layout.ts';

export type RequestOrigin = {
  at: Date;
  /** Undefined unless both names are allowlisted. */
  device?: { browser: string; operatingSystem: string } | undefined;
};

/** Anyone can request a mail to anyone, so only these names appear in it, never the client's own text. */
const browsers = new Set([
  'Brave',
  'Chrome',
  'Chromium',
  'DuckDuckGo',
  'Firefox',
  'Microsoft Edge',
  'Opera',
  'Safari',
  'Samsung Internet for Android',
  'Vivaldi',
]);
const operatingSystems = new Set(['Android', 'Chrome OS', 'iOS', 'Linux', 'macOS', 'Windows']);

const maxHeaderLength = 300;

/** Reads a `User-Agent` header, no longer than browsers send it: the library takes quadratic time. */
export const parseUserAgent = (text: string | null) =>
  text ? bowser.getParser(text.slice(0, maxHeaderLength)) : undefined;

export function requestOrigin(headers: { get(name: string): string | null }, at = new Date()) {
  const parser = parseUserAgent(headers.get('user-agent'));
  const browser = parser?.getBrowserName() ?? '';
  const operatingSystem = parser?.getOSName() ?? '';
  const isKnown = browsers.has(browser) && operatingSystems.has(operatingSystem);
  return { at, device: isKnown ? { browser, operatingSystem } : undefined } satisfies RequestOrigin;
}

/** In UTC, because the recipient's time zone is unknown. */
const timeFormat = {
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const;

/** Says when and with what a mail was requested, or a session opened. */
export function originText(
  t: Text,
  language: Language,
  { at, device }: RequestOrigin,
  kind: 'origin' | 'newDevice' = 'origin',
): string {
  const time = isolated(at.toLocaleString(language, timeFormat));
  if (!device) return t(`mail:${kind}.unknown`, { time });
  const { browser, operatingSystem } = device;
  return t(`mail:${kind}.device`, {
    time,
    browser: isolated(browser),
    operatingSystem: isolated(operatingSystem),
  });
}
