export type Texts = { [key: string]: string | Texts };
type Text = string | Texts;

/** English texts with the plural forms of another language. Each form has the English text, which counts one or many. */
export function withForms(texts: Texts, language: string): Texts {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const entries = Object.entries(texts).flatMap(([key, value]): [string, Text][] => {
    if (typeof value !== 'string') return [[key, withForms(value, language)]];
    const name = key.replace(/_(one|other)$/, '');
    const isPlural = texts[`${name}_other`] !== undefined;
    if (!isPlural) return [[key, value]];
    if (!key.endsWith('_other')) return [];
    return pluralCategories.map((form) => {
      const one = form === 'one' ? texts[`${name}_one`] : undefined;
      return [`${name}_${form}`, one ?? value];
    });
  });
  return Object.fromEntries(entries);
}
