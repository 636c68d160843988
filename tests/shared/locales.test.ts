import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fallbackLanguage, type Language, languageCodes } from '#shared/languages.ts';
import { expectedEntities } from '#tests/support/entities.ts';
import { errorCodes } from '#tests/support/error-codes.ts';

type Texts = { [key: string]: string | Texts };

const folder = new URL('../../shared/locales/', import.meta.url);
const plural = /_(zero|one|two|few|many|other)$/;

/** Texts that are the same in two languages, each reviewed. Entity texts are in tests/entities. */
const sameAsEnglish: Record<Language, readonly string[]> = {
  en: [],
  fr: [
    'common:title',
    'common:version',
    'common:nav.main',
    'common:nav.application',
    'common:nav.configuration',
    'common:toast.region',
    'palette:pages',
    'system:version',
    'system:commit',
    'system:process.instance',
    'system:process.pid',
  ],
  ar: [
    'common:title',
    'statistics:plot.point',
    'common:labelled',
    'system:process.pid',
    'mail:newDevice.unknown',
  ],
  sw: [
    'common:title',
    'statistics:plot.point',
    'common:labelled',
    'system:commit',
    'system:process.pid',
    'mail:newDevice.unknown',
  ],
};

function flatten(texts: Texts, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const key = prefix + name;
    return typeof value === 'string' ? [[key, value] as const] : flatten(value, `${key}.`);
  }) as [string, string][];
}

/** Languages that a namespace still has to be translated into. */
const drafts: Record<string, readonly string[]> = JSON.parse(
  readFileSync(new URL('drafts.json', folder), 'utf8'),
);
const isDraft = (language: Language, key: string) =>
  drafts[key.split(':')[0] ?? '']?.includes(language) ?? false;

const filesOf = (language: Language) => readdirSync(new URL(`${language}/`, folder)).sort();

function readTexts(language: Language): Map<string, string> {
  return new Map(
    filesOf(language).flatMap((file) =>
      flatten(
        JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')),
        `${file.replace('.json', '')}:`,
      ),
    ),
  );
}

const english = readTexts(fallbackLanguage);
const bare = (key: string) => key.replace(plural, '');
const bareKeys = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(bare))].sort();
const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
const variablesOf = (text: string) => found(text, /\{\{(\w+)\}\}/g);
const tagsOf = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort();

/** The English text that `key` translates. Plural forms are compared with the `other` form. */
const original = (key: string) => english.get(key) ?? english.get(`${bare(key)}_other`) ?? '';

/** Variables that a text may omit: "two users" needs no number, and "no users" no variables at all. */
function dispensable(key: string): readonly string[] {
  const form = plural.exec(key)?.[1];
  if (form === 'zero') return variablesOf(original(key));
  return form === 'one' || form === 'two' ? ['count', 'total'] : [];
}

/** Names what is wrong in one line, with what to type instead. */
function expectNone(found: readonly string[], hint: string): void {
  expect(found, `${hint}: ${found.join(' | ')}`).toEqual([]);
}

it('there is a folder for each language that is offered, and no other', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...languageCodes].sort());
});

describe.each(languageCodes)('%s', (language) => {
  const texts = readTexts(language);
  const translated = new Map([...texts].filter(([key]) => !isDraft(language, key)));
  const wrong = (judge: (text: string, key: string) => boolean, among = texts) =>
    [...among].filter(([key, text]) => judge(text, key)).map(([key, text]) => `${key}: ${text}`);

  it('has every namespace and every key', () => {
    const where = `in shared/locales/${language}`;
    expect(filesOf(language), where).toEqual(filesOf(fallbackLanguage));
    expect(bareKeys(texts), where).toEqual(bareKeys(english));
  });

  it('has every plural form that the language knows, and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = new Map<string, string[]>();
    for (const key of [...texts.keys()].filter((each) => plural.test(each))) {
      forms.set(bare(key), [...(forms.get(bare(key)) ?? []), plural.exec(key)?.[1] ?? '']);
    }
    const expected = [...pluralCategories].sort();
    expect(
      [...forms].filter(([, each]) => String(each.sort()) !== String(expected)),
      'forms',
    ).toEqual([]);
    expect(
      bareKeys(english).filter((key) => english.has(`${key}_other`) !== forms.has(key)),
    ).toEqual([]);
  });

  it('names the same variables', () => {
    expect(
      wrong((text, key) => {
        const [mine, theirs] = [variablesOf(text), variablesOf(original(key))];
        const left = theirs.filter((name) => !mine.includes(name));
        return (
          mine.some((name) => !theirs.includes(name)) ||
          left.some((name) => !dispensable(key).includes(name))
        );
      }),
    ).toEqual([]);
  });

  it('marks the same parts', () => {
    expect(wrong((text, key) => String(tagsOf(text)) !== String(tagsOf(original(key))))).toEqual(
      [],
    );
  });

  it('leaves nothing empty and shouts nowhere', () => {
    expect(
      wrong((text) => text.trim() === '' || text !== text.trim() || /[!！]/.test(text)),
    ).toEqual([]);
  });

  it('has a text for every error code', () => {
    expect(errorCodes.filter((code) => !texts.get(`errors:${code}`))).toEqual([]);
  });

  it.skipIf(language === fallbackLanguage)('leaves nothing in English', () => {
    const same = [...translated].flatMap(([key, text]) => (english.get(key) === text ? [key] : []));
    const ofEntities = expectedEntities.flatMap((entity) => entity.sameAsEnglish?.[language] ?? []);
    const reviewed = [...sameAsEnglish[language], ...ofEntities];
    const where = `\`sameAsEnglish\` of tests/entities/<entity>.ts, or of this test`;
    expect(
      same.filter((key) => !reviewed.includes(key)),
      `are in English: translate them, or add them to ${where}`,
    ).toEqual([]);
    expect(
      reviewed.filter((key) => !same.includes(key)),
      `are no longer in English: remove them from ${where}`,
    ).toEqual([]);
  });

  it.runIf(language === 'ar')('is punctuated in Arabic', () => {
    const code = /\{\{\w+\}\}|\$t\([^)]*\)|https?:\S+/g;
    const isForeign = (text: string) => /[?,;"']/.test(text.replace(code, ''));
    const hint = 'In shared/locales/ar, type ؟ for ?, ، for a comma, ؛ for ; and “” for quotes';
    expectNone(wrong(isForeign, translated), hint);
    // U+0640 stretches words, and U+06CC and U+06A9 are Persian: keyboards insert them by mistake.
    expect(wrong((text) => /[\u0640\u06cc\u06a9]/.test(text))).toEqual([]);
  });

  it.runIf(language === 'fr')('keeps French spaces and apostrophes', () => {
    const isForeign = (text: string) =>
      /'|(?<!\u202f)[?;]|(?<!\u00a0):|«(?!\u00a0)|(?<!\u00a0)»/.test(
        text.replace(/https?:\S+/g, ''),
      );
    const hint =
      "In shared/locales/fr, type ’ for ', \\u202f before ? and ;, \\u00a0 before :, after « and before »";
    expectNone(wrong(isForeign, translated), hint);
  });
});

it('lists as drafts only namespaces and languages that exist', () => {
  const names = filesOf(fallbackLanguage).map((file) => file.replace('.json', ''));
  expect(Object.keys(drafts).filter((name) => !names.includes(name))).toEqual([]);
  const languages = new Set(Object.values(drafts).flat());
  expect([...languages].filter((each) => !languageCodes.includes(each as Language))).toEqual([]);
});
