import { settingError, type Values } from './parse.ts';
import { readTogether } from './together.ts';

/**
 * Reads the captcha, if configured.
 *
 * @throws {CliError} if only partially configured: without a site key, no code could be requested;
 *   without a secret, bots could request codes
 */
export function readCaptcha(values: Values) {
  const { all, missing } = readTogether(values, [
    'CAPTCHA_PROVIDER',
    'CAPTCHA_SITE_KEY',
    'CAPTCHA_SECRET',
  ]);
  const [first] = missing;
  if (first) {
    throw settingError(
      first,
      'must be set where there is a captcha, or none of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET',
    );
  }
  return (
    all && {
      provider: all.CAPTCHA_PROVIDER,
      siteKey: all.CAPTCHA_SITE_KEY,
      secret: all.CAPTCHA_SECRET,
      verifyUrl: values.CAPTCHA_VERIFY_URL,
    }
  );
}
