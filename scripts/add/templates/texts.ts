import { capitalized, labelOf, listed, namesOf, withArticle } from '#scripts/add/names.ts';
import { type Texts, withForms } from '#scripts/add/plural-forms.ts';
import type { Spec } from '#scripts/add/spec.ts';
import { has, recordActions } from '#scripts/add/spec.ts';
import { type Language, languageCodes } from '#shared/languages.ts';

const given = (condition: boolean, texts: Texts): Texts => (condition ? texts : {});

function english(spec: Spec): Texts {
  const { snake, words, plural, fields, isInApp, hasBulk, owner } = spec;
  const Words = capitalized(words);
  const forEveryone = owner ? '' : ' for everyone';
  const labels = spec.shown.map(({ name }) => [name, labelOf(name)]);
  const named = fields.filter(
    ({ type, optional }) => !optional && !['boolean', 'date', 'datetime'].includes(type),
  );
  const parts = named.slice(0, 3).map(({ name }) => {
    const noun = namesOf(name).words;
    return /[^s]s$/.test(noun) ? noun : withArticle(noun);
  });
  const enums = fields.filter(({ type }) => type === 'enum');
  const kind = (what: string) => `${snake}_${what}`.toUpperCase();
  return {
    list: {
      title: capitalized(plural.words),
      search: `Search ${plural.words}`,
      total_one: `{{total}} ${words}`,
      total_other: `{{total}} ${plural.words}`,
    },
    empty: {
      title: `No ${plural.words} yet`,
      [owner ? 'body' : 'manager']:
        owner?.emptyText?.(spec) ??
        `${capitalized(withArticle(words))} has ${listed(parts, 'and')}. Add the first one.`,
      ...given(isInApp && !owner, {
        app: `${capitalized(plural.words)} appear here once an administrator adds them.`,
      }),
    },
    field: {
      ...Object.fromEntries(labels),
      createdAt: 'Created',
      updatedAt: 'Last updated',
      id: 'ID',
    },
    ...given(enums.length > 0, {
      option: Object.fromEntries(
        enums.map(({ name, values }) => [
          name,
          Object.fromEntries(values.map((value) => [value.toUpperCase(), labelOf(value)])),
        ]),
      ),
    }),
    value: {
      yes: 'Yes',
      no: 'No',
      none: 'None',
      ...given(enums.length > 0 || has(spec, 'boolean'), { any: 'Any' }),
    },
    action: { edit: 'Edit', copyId: 'Copy ID' },
    new: {
      action: `New ${words}`,
      title: `New ${words}`,
      submit: `Create ${words}`,
      done: `${Words} created`,
    },
    update: { title: 'Edit {{name}}', submit: 'Save changes', done: 'Changes saved' },
    delete: {
      title: `Delete ${words}`,
      hint: `Permanently deletes the ${words}${forEveryone}.`,
      question: 'Delete “{{name}}”?',
      body: `The ${words} will be deleted${forEveryone}. This can't be undone.`,
      action: `Delete ${words}`,
      done: `${Words} deleted`,
    },
    ...given(hasBulk, {
      bulk: {
        question: `Delete {{total}} selected ${plural.words}?`,
        body: `They will be deleted permanently${forEveryone}, with all records that belong to them. This can't be undone.`,
        confirm: `Delete ${plural.words}`,
        done: `${capitalized(plural.words)} deleted: {{total}}`,
      },
    }),
    auditKind: {
      [kind('created')]: `${Words} created`,
      [kind('updated')]: `${Words} updated`,
      [kind('deleted')]: `${Words} deleted`,
    },
    accessTokenScope: {
      ...Object.fromEntries(
        recordActions.map((action) => [
          kind(action),
          `${capitalized(action)} ${action !== 'create' && owner?.moreActions.length ? 'your ' : ''}${plural.words}`,
        ]),
      ),
      ...Object.fromEntries(
        (owner?.moreActions ?? []).map((action) => [
          kind(action),
          `${capitalized(action)} all ${plural.words}`,
        ]),
      ),
    },
  };
}

/** shared/locales/<language>/<entity>.json. Drafts are in English, with the plural forms of the language. */
export function textFiles(spec: Spec): [Language, string][] {
  const texts = english(spec);
  return languageCodes.map((language) => [
    language,
    `${JSON.stringify(withForms(texts, language), null, 2)}\n`,
  ]);
}
