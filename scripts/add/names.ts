/** Spellings of an entity's or a field's name. */

export type Names = {
  /** Folder, namespace, permission and path: `purchase-order`. */
  kebab: string;
  /** Variable and root field: `purchaseOrder`. */
  camel: string;
  /** Type and model: `PurchaseOrder`. */
  pascal: string;
  /** Table and event: `purchase_order`. */
  snake: string;
  /** In texts: `purchase order`. */
  words: string;
};

/** Spellings of a name given as `purchase-order`, `purchaseOrder` or `PurchaseOrder`. */
export function namesOf(name: string): Names {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ ]+/);
  const pascal = parts.map(capitalized).join('');
  return {
    kebab: parts.join('-'),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join('_'),
    words: parts.join(' '),
  };
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `dueOn` in upper case with underscores, as in enums of the API: `DUE_ON`. */
export const upperSnake = (name: string): string => namesOf(name).snake.toUpperCase();

/** What a boolean tells about a record: “the milestone is done”, “the page has comments”. */
export function statementOf(noun: string, field: string): string {
  const { words } = namesOf(field);
  return `the ${noun} ${/^(is|has|can) /.test(words) ? words : `is ${words}`}`;
}

/** Words of a field as a label: `Closed at`. */
export const labelOf = (name: string): string =>
  name === 'dueOn' ? 'Due date' : capitalized(namesOf(name).words);

/** The regular plural of an English noun. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return name.replace(/y$/i, 'ies');
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}

/** The words with their article, by sound: “a user”, “an hour”. */
export const withArticle = (words: string): string =>
  `${/^(?!uni|us[aei]|eu|one)[aeiou]|^(hour|honest|heir)/.test(words) ? 'an' : 'a'} ${words}`;

/** Joins words as in a sentence: “title, link or notes”. */
export const listed = (words: readonly string[], conjunction: 'and' | 'or'): string =>
  new Intl.ListFormat('en-GB', {
    type: conjunction === 'and' ? 'conjunction' : 'disjunction',
  }).format(words);
