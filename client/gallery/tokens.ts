/** Reads client/styles/tokens.css, so that the page shows what the product uses. */
import css from '#client/styles/tokens.css?raw';

export type Token = { name: string; value: string };
export type TokenBlock = { selector: string; tokens: Token[] };

const comment = /\/\*[^*]*\*\//g;
const block = /^(\S[^{}]*?) \{\n([^{}]*)\}/gm;
const declaration = /^\s*(--[\w-]+):\s*([^;]+);/gm;

export const tokenBlocks: TokenBlock[] = [...css.replace(comment, '').matchAll(block)].map(
  ([, selector = '', body = '']) => ({
    selector,
    tokens: [...body.matchAll(declaration)].map(([, name = '', value = '']) => ({
      name,
      value: value.replace(/\s+/g, ' ').trim(),
    })),
  }),
);

/** Changed values by selector and name. */
export type Changes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The changed declarations as they belong into tokens.css. */
export function cssOf(changes: Changes): string {
  return Object.entries(changes)
    .filter(([, tokens]) => Object.keys(tokens).length > 0)
    .map(([selector, tokens]) => {
      const lines = Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`);
      return `${selector} {\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
}

const darkTokens = Object.fromEntries(
  tokenBlocks
    .filter(({ selector }) => selector === '.dark')
    .flatMap(({ tokens }) => tokens.map(({ name, value }) => [name, value])),
);

const sheet = new CSSStyleSheet();

/** Applies the changes to this page, after all other styles: the dark theme must again follow the light one. */
export function preview(changes: Changes): void {
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const light = { ...changes[':root'], ...changes['@theme'] };
  sheet.replaceSync(cssOf({ ':root': light, '.dark': { ...darkTokens, ...changes['.dark'] } }));
}
