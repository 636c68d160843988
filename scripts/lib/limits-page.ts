/** Writes the figures of docs/guides/limits.md from the code that enforces the limits. */
import { maxKeys } from '#server/auth/limits/limit.ts';
import { documentLimits, maxCostPerEvent, requestBounds } from '#server/graphql/limits/limits.ts';
import { prices } from '#server/graphql/limits/price.ts';
import { admissionLimits, pageLimits } from '#server/http/admission.ts';
import { connectionLimits, unreadLimits } from '#server/http/connections.ts';
import { bodyBytes } from '#server/http/exchange.ts';
import { listLimits } from '#server/http/headers.ts';
import { CliError } from '#server/progress.ts';
import { maxCost } from '#server/settings/sign-in.ts';
import { readSettings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

const { pointsPerMinute, mutationsPerMinute } = readSettings({});
/** All their figures are on the page. */
const complete = { documentLimits, prices, requestBounds };
const code: Readonly<Record<string, number | Readonly<Record<string, number>>>> = {
  ...complete,
  admissionLimits,
  bodyBytes,
  connectionLimits,
  limits,
  listLimits,
  maxCost,
  maxCostPerEvent,
  maxKeys,
  mutationsPerMinute,
  organizationLimits,
  pageLimits,
  pointsPerMinute,
  unreadLimits,
};

/**
 * The page with the present figures, each followed by its name: `2,000<!--documentLimits.tokens-->`.
 *
 * @throws {CliError} for a name that the code doesn't have, or one that is missing
 */
export function fillLimitsPage(page: string): string {
  const names = Object.entries(complete).flatMap(([group, figures]) =>
    Object.keys(figures).map((name) => `${group}.${name}`),
  );
  const missing = names.find((name) => !page.includes(`<!--${name}-->`));
  if (missing) throw new CliError(`docs/guides/limits.md lacks ${missing}.`, 'Add it.');
  return page.replaceAll(/[\d.,]+<!--((\w+)\.?(\w*))-->/g, (_, name, group, key) => {
    const found = code[group];
    const figure = typeof found === 'object' ? found[key] : found;
    if (figure !== undefined) return `${figure.toLocaleString('en')}<!--${name}-->`;
    throw new CliError(`docs/guides/limits.md has the unknown limit ${name}.`, 'Correct it.');
  });
}
