/** /dev/look: the tokens of client/styles/tokens.css, and components that use them. */
import { useEffect, useState } from 'react';
import css from '#client/styles/tokens.css?raw';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { samples } from './samples.tsx';

type Token = { name: string; value: string };

const blocks = [...css.replace(/\/\*[^*]*\*\//g, '').matchAll(/^(\S[^{}]*?) \{\n([^{}]*)\}/gm)].map(
  ([, selector = '', body = '']) => ({
    selector,
    tokens: [...body.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(
      ([, name = '', value = '']): Token => ({ name, value: value.replace(/\s+/g, ' ').trim() }),
    ),
  }),
);

const texts = { copy: 'Copy CSS', discard: 'Discard changes' };

const titles: Record<string, string> = {
  ':root': 'Light theme',
  '.dark': 'Dark theme',
  '@theme': 'Type and corners',
};

/** Changed values by selector and name. */
type Changes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The changed declarations as they belong into tokens.css. */
function cssOf(changes: Changes): string {
  return Object.entries(changes)
    .filter(([, tokens]) => Object.keys(tokens).length > 0)
    .map(([selector, tokens]) => {
      const lines = Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`);
      return `${selector} {\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
}

const dark = Object.fromEntries(
  blocks
    .filter(({ selector }) => selector === '.dark')
    .flatMap(({ tokens }) => tokens.map(({ name, value }) => [name, value])),
);

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Applies the changes after all other styles. The dark theme must again follow the light one. */
function preview(changes: Changes): void {
  const light = { ...changes[':root'], ...changes['@theme'] };
  sheet.replaceSync(cssOf({ ':root': light, '.dark': { ...dark, ...changes['.dark'] } }));
}

export function Look() {
  const [changes, setChanges] = useState<Changes>({});
  useEffect(() => preview(changes), [changes]);
  const changed = cssOf(changes);

  function change(selector: string, { name, value: former }: Token, value: string) {
    const { [name]: _, ...others } = changes[selector] ?? {};
    const isFormer = value.trim() === '' || value === former;
    setChanges({ ...changes, [selector]: isFormer ? others : { ...others, [name]: value } });
  }

  return (
    <div className="grid grid-cols-1 gap-x-4 lg:grid-cols-2">
      <div>
        {blocks.map(({ selector, tokens }) => (
          <section key={selector} className="mt-8 grid gap-1">
            <h2 className="text-base font-semibold">{titles[selector] ?? selector}</h2>
            {tokens.map((token) => (
              <TokenField
                key={token.name}
                token={token}
                value={changes[selector]?.[token.name] ?? token.value}
                onChange={(value) => change(selector, token, value)}
              />
            ))}
          </section>
        ))}
      </div>
      <div>
        {changed && (
          <>
            <pre
              dir="ltr"
              className="overflow-x-auto rounded-control bg-surface-sunken p-3 text-xs"
            >
              {changed}
            </pre>
            <CopyButton text={changed} label={texts.copy} />
            <Button size="small" onClick={() => setChanges({})}>
              {texts.discard}
            </Button>
          </>
        )}
        {samples.slice(0, -2).map(({ title, content }) => (
          <section key={title} className="mt-8 grid gap-3">
            <h2 className="text-base font-semibold">{title}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

type TokenFieldProps = { token: Token; value: string; onChange: (value: string) => void };

function TokenField({ token, value, onChange }: TokenFieldProps) {
  const isColor = /^(oklch|rgb|hsl|#)/.test(token.value);
  return (
    <label
      className="grid items-center gap-2 text-xs"
      style={{ gridTemplateColumns: '10rem 1fr 1.25rem' }}
      dir="ltr"
    >
      <code>{token.name.slice(2)}</code>
      <input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        className="min-h-8 min-w-0 rounded-md border border-line-strong bg-surface-raised px-3"
      />
      {isColor && (
        <span className="size-5 rounded-sm border border-line" style={{ background: value }} />
      )}
    </label>
  );
}
