/** Where a request came from, as far as its mail may say. */
import bowser from 'bowser';

/** When and with which browser something was requested. */
export type RequestOrigin = {
  at: Date;
  /** Left out where it is not one that the mail may name. */
  device?: { browser: string; operatingSystem: string } | undefined;
};

/** Anyone can request a mail to anyone: only these names, never the client's own words, appear in it. */
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

/** Characters of `User-Agent` that are parsed. Browsers send fewer. */
const maxHeaderLength = 300;

/** The origin of a request that arrived `at`, by its `User-Agent`. */
export function requestOrigin(headers: { get(name: string): string | null }, at = new Date()) {
  const userAgent = headers.get('user-agent')?.slice(0, maxHeaderLength);
  const parser = userAgent ? bowser.getParser(userAgent) : undefined;
  const browser = parser?.getBrowserName() ?? '';
  const operatingSystem = parser?.getOSName() ?? '';
  const isKnown = browsers.has(browser) && operatingSystems.has(operatingSystem);
  return { at, device: isKnown ? { browser, operatingSystem } : undefined } satisfies RequestOrigin;
}
