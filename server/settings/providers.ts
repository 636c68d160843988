import { settingError, type Values } from './parse.ts';

type Together<Name extends keyof Values> = { [Each in Name]-?: NonNullable<Values[Each]> };

const areSet = <Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): values is Values & Together<Name> => names.every((name) => values[name] !== undefined);

/** Returns the values if all are set, or the missing names if only some are. */
function readTogether<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): { all?: Together<Name>; missing: Name[] } {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return { missing: [] };
  return areSet(values, names) ? { all: values, missing } : { missing };
}

export const providerIds = ['github', 'oidc'] as const;

/** Reads the identity providers. Partially configured ones aren't offered. */
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
