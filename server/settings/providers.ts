/** Settings that only work together. */
import { settingError, type Values } from './parse.ts';

/** The named values if all are set, and the missing ones if only some are. */
function readTogether<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): { all?: { [Each in Name]-?: NonNullable<Values[Each]> }; missing: Name[] } {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return { missing: [] };
  return missing.length === 0 ? { all: values as never, missing } : { missing };
}

/** Identifiers of the identity providers that an installation can offer. */
export const providerIds = ['github', 'oidc'] as const;

/** The identity providers. One that is configured in part is not offered. */
export function readProviders(values: Values) {
  const github = readTogether(values, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']);
  const oidc = readTogether(values, [
    'OIDC_NAME',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ]);
  return {
    github: github.all && {
      id: 'github',
      name: 'GitHub',
      clientId: github.all.GITHUB_CLIENT_ID,
      clientSecret: github.all.GITHUB_CLIENT_SECRET,
    },
    oidc: oidc.all && {
      id: 'oidc',
      name: oidc.all.OIDC_NAME,
      issuer: oidc.all.OIDC_ISSUER,
      clientId: oidc.all.OIDC_CLIENT_ID,
      clientSecret: oidc.all.OIDC_CLIENT_SECRET,
    },
    missing: [...github.missing, ...oidc.missing],
  };
}

/**
 * The captcha, if configured.
 *
 * @throws {CliError} if configured in part: without a site key nobody could request a code, without a
 *   secret every program could
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
