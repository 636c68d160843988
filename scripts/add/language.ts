import { readdirSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { type Files, insert, readText } from './edit.ts';
import { draftsPath } from './edits.ts';
import { type Texts, withForms } from './plural-forms.ts';
import { parseAddition, writeFiles } from './write.ts';

const usage = 'For example: npm run add -- language pt';

/** What the product has fonts for, see client/styles/fonts.css. */
const scriptsWithFont = ['Latn', 'Arab'];

/** Adds a language as docs/guides/add-a-language.md describes it, with English texts as drafts. */
export async function addLanguage(args: string[]): Promise<void> {
  const { positionals, values } = parseAddition(args, {}, usage);
  const [code = '', ...others] = positionals;
  if (others.length > 0) throw new CliError('Languages are added one by one.', usage);
  const locale = requireLocale(code);
  const { language } = locale;
  const { script = '' } = locale.maximize();
  const next = [
    `Run: npm run check. Then see it: npm run dev, with ?lng=${language} in the address.`,
    `Translate shared/locales/${language}, and take each file from ${draftsPath}.`,
  ];
  if (!scriptsWithFont.includes(script)) {
    next.push(`Add a font for its script (${script}): docs/guides/add-a-language.md.`);
  }
  await writeFiles({ ...languageFiles(locale), isDryRun: values['dry-run'], next });
}

/** @throws {CliError} unless the code is of a language that is not offered yet and that Node.js knows */
function requireLocale(code: string): Intl.Locale {
  if (isLanguage(code)) throw new CliError(`The language "${code}" is offered already.`, usage);
  const isKnown =
    /^[a-z]{2}$/.test(code) &&
    new Intl.Locale(code).language === code &&
    Intl.PluralRules.supportedLocalesOf([code]).length > 0;
  if (isKnown) return new Intl.Locale(code);
  throw new CliError(
    code ? `"${code}" is not the ISO 639-1 code of a language.` : 'The language is missing.',
    `${usage}. Codes have two letters: https://www.loc.gov/standards/iso639-2/php/code_list.php`,
  );
}

/** The language's name in the language itself. */
function nameOf({ language }: Intl.Locale): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...others] = name;
  return first.toLocaleUpperCase(language) + others.join('');
}

/** A method that TypeScript doesn't know yet: https://tc39.es/proposal-intl-locale-info. */
type LocaleWithInfo = Intl.Locale & { getTextInfo(): { direction?: 'ltr' | 'rtl' } };

function infoOf(locale: Intl.Locale): string {
  const { direction = 'ltr' } = (locale as LocaleWithInfo).getTextInfo();
  const fontScale = locale.maximize().script === 'Arab' ? 1.2 : 1;
  return `{ name: '${nameOf(locale)}', direction: '${direction}', fontScale: ${fontScale} }`;
}

function languageFiles(locale: Intl.Locale) {
  const { language } = locale;
  const folder = `shared/locales/${fallbackLanguage}`;
  const namespaces = readdirSync(fromRoot(folder)).map((file) => file.replace('.json', ''));
  const created: Files = new Map(
    namespaces.map((name) => {
      const texts = JSON.parse(readText(`${folder}/${name}.json`)) as Texts;
      const text = JSON.stringify(withForms(texts, language), null, 2);
      return [`shared/locales/${language}/${name}.json`, `${text}\n`];
    }),
  );
  const edited: Files = new Map([[draftsPath, draftsWith(language, namespaces)]]);
  insert(edited, 'shared/languages.ts', {
    anchor: '\n} satisfies Record<string, LanguageInfo>;',
    before: `\n  ${language}: ${infoOf(locale)},`,
  });
  insert(edited, 'tests/shared/locales.test.ts', {
    within: '\nconst sameAsEnglish:',
    anchor: '\n  en: [],',
    after: `\n  ${language}: [],`,
  });
  return { created, edited };
}

function draftsWith(language: string, namespaces: readonly string[]): string {
  const drafts = JSON.parse(readText(draftsPath)) as Record<string, string[]>;
  const entries = namespaces.map((name) => [name, [...(drafts[name] ?? []), language]]);
  return `${JSON.stringify({ ...drafts, ...Object.fromEntries(entries) }, null, 2)}\n`;
}
