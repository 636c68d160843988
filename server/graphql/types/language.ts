import { builder } from '#server/graphql/builder.ts';
import { languageCodes, languages } from '#shared/languages.ts';

export const Language = builder.enumType('Language', {
  description:
    'A language of the interface and of emails, by its ISO 639-1 code. New ones may be added.',
  values: Object.fromEntries(
    languageCodes.map((code) => [
      code.toUpperCase(),
      { value: code, description: languages[code].name },
    ]),
  ),
});
