/** What a new project is called and what it keeps, from arguments or a dialog. */
import { cancel, intro, isCancel, multiselect, text } from '@clack/prompts';
import { nameOfFolder, nameProblem } from '#scripts/bootstrap/product-name.mjs';
import { requireProductName } from '#scripts/lib/rename-product.ts';
import { parseCommand, root } from '#scripts/lib/task.ts';
import { starter } from '#scripts/remove/features/starter.ts';
import { features, requireFeature } from '#scripts/remove/features.ts';
import { CliError } from '#server/progress.ts';
import { fallbackLanguage, isLanguage, languageCodes, languages } from '#shared/languages.ts';

export type Choices = {
  name: string;
  /** Names of features to remove, including languages. */
  without: string[];
};

export const usage =
  'Usage: npm run new -- ../my-app [--name "My App"] [--with A,B] [--without A,B] [--languages EN,FR] [--yes]';

const languagePrefix = 'language ';
const optional = features.filter(
  (feature) => !feature.name.startsWith(languagePrefix) && feature !== starter,
);

const extras = optional.filter(({ isExtra }) => isExtra).map(({ name }) => name);

const listOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readArgs(args: string[]) {
  const string = { type: 'string' } as const;
  const yes = { type: 'boolean', default: false } as const;
  const options = { name: string, with: string, without: string, languages: string, yes };
  return parseCommand({ args, options }, usage).values;
}

/** @throws {CliError} if a language isn't offered, or the one that others fall back to is missing */
function languagesToRemove(kept: readonly string[]): string[] {
  const unknown = kept.find((code) => !isLanguage(code));
  if (unknown || !kept.includes(fallbackLanguage)) {
    throw new CliError(
      unknown ? `There is no language "${unknown}".` : `"${fallbackLanguage}" has to stay.`,
      `Languages: ${languageCodes.join(', ')}. Texts that are missing elsewhere are shown in ${languages[fallbackLanguage].name}.`,
    );
  }
  return languageCodes
    .filter((code) => !kept.includes(code))
    .map((code) => `${languagePrefix}${code}`);
}

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (!isCancel(value)) return value as Exclude<Value, symbol>;
  cancel('Nothing is created.');
  process.exit(130);
}

async function askName(suggested: string): Promise<string> {
  return answered(
    await text({
      message: 'What is the product called?',
      initialValue: suggested,
      validate: (value) => nameProblem(value ?? '', root),
    }),
  );
}

async function askFeatures(unwanted: readonly string[]): Promise<string[]> {
  const kept = answered(
    await multiselect({
      message: 'What does it need? (Space selects, Enter continues)',
      options: optional.map(({ name, purpose }) => ({ value: name, label: name, hint: purpose })),
      initialValues: optional.map(({ name }) => name).filter((name) => !unwanted.includes(name)),
      required: false,
    }),
  );
  return optional.map(({ name }) => name).filter((name) => !kept.includes(name));
}

async function askLanguages(): Promise<string[]> {
  const others = languageCodes.filter((code) => code !== fallbackLanguage);
  const kept = answered(
    await multiselect({
      message: `Which languages, besides ${languages[fallbackLanguage].name}?`,
      options: others.map((code) => ({ value: code as string, label: languages[code].name })),
      initialValues: [...others] as string[],
      required: false,
    }),
  );
  return languagesToRemove([fallbackLanguage, ...kept]);
}

/** Arguments that leave nothing open. */
export function argsOf({ name, without }: Choices): string[] {
  const isLanguageFeature = (feature: string) => feature.startsWith(languagePrefix);
  const removed = without
    .filter(isLanguageFeature)
    .map((each) => each.slice(languagePrefix.length));
  const kept = languageCodes.filter((code) => !removed.includes(code));
  const others = without.filter((feature) => !isLanguageFeature(feature));
  return [
    ...['--yes', '--name', name, '--languages', kept.join(), '--without', others.join()],
    ...['--with', extras.filter((extra) => !others.includes(extra)).join()],
  ];
}

/**
 * Asks in a terminal for what the arguments leave open; with `--yes`, everything stays that they don't
 * remove, but for extras, which they name.
 *
 * @throws {CliError} for unknown features or languages, a name that can't be used, or a missing one without a terminal
 */
export async function readChoices(args: string[], folder = root): Promise<Choices> {
  const { name, with: wanted = '', without, languages: kept, yes } = readArgs(args);
  const asks = !yes && process.stdin.isTTY === true;
  const chosen = without === undefined ? undefined : listOf(without);
  for (const feature of [...listOf(wanted), ...(chosen ?? [])]) requireFeature(feature);
  const unwanted = extras.filter((extra) => !listOf(wanted).includes(extra));
  const removed = kept === undefined ? undefined : languagesToRemove(listOf(kept));
  const suggested = nameOfFolder(folder);
  if (asks) intro('A project of your own');
  const product = (name ?? (asks ? await askName(suggested) : suggested)).trim();
  requireProductName(product);
  const unneeded =
    asks && !chosen ? await askFeatures(unwanted) : [...new Set([...(chosen ?? []), ...unwanted])];
  return {
    name: product,
    without: [...unneeded, ...(removed ?? (asks ? await askLanguages() : []))],
  };
}
