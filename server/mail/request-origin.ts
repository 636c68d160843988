import bowser from 'bowser';

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

export function requestOrigin(headers: { get(name: string): string | null }, at = new Date()) {
  const userAgent = headers.get('user-agent')?.slice(0, maxHeaderLength);
  const parser = userAgent ? bowser.getParser(userAgent) : undefined;
  const browser = parser?.getBrowserName() ?? '';
  const operatingSystem = parser?.getOSName() ?? '';
  const isKnown = browsers.has(browser) && operatingSystems.has(operatingSystem);
  return { at, device: isKnown ? { browser, operatingSystem } : undefined } satisfies RequestOrigin;
}
