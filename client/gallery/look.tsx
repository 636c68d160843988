import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Logo } from '#client/ui/base/icons.tsx';
import { BadgeSamples, ButtonSamples, NoticeSamples } from './base-samples.tsx';
import { ChoiceSamples, FieldSamples } from './form-samples.tsx';
import { sample } from './sample.ts';
import { type Changes, cssOf, preview, type Token, tokenBlocks } from './tokens.ts';

const titles: Record<string, string> = sample.tokenBlocks;

const tokensNamed = (name: RegExp): Token[] =>
  tokenBlocks
    .filter(({ selector }) => selector === '@theme')
    .flatMap(({ tokens }) => tokens.filter((token) => name.test(token.name)));

const samples: { title: string; content: ReactNode }[] = [
  { title: sample.mark, content: <Logo className="size-12" /> },
  {
    title: sample.type,
    content: tokensNamed(/^--text-\w+$/).map(({ name }) => (
      <p key={name} dir="ltr" style={{ fontSize: `var(${name})` }}>
        {sample.pangram}
      </p>
    )),
  },
  {
    title: sample.radius,
    content: (
      <div className="look-corners">
        {tokensNamed(/^--radius-/).map(({ name }) => (
          <figure key={name}>
            <span style={{ borderRadius: `var(${name})` }} />
            <figcaption className="text-xs text-text-muted">{name.slice(2)}</figcaption>
          </figure>
        ))}
      </div>
    ),
  },
  { title: sample.buttons, content: <ButtonSamples /> },
  { title: sample.badges, content: <BadgeSamples /> },
  { title: sample.notices, content: <NoticeSamples /> },
  { title: sample.fields, content: <FieldSamples /> },
  { title: sample.choices, content: <ChoiceSamples /> },
];

/** /dev/look: the tokens of client/styles/tokens.css, and components that use them. */
export function Look() {
  const [changes, setChanges] = useState<Changes>({});
  useEffect(() => preview(changes), [changes]);
  const css = cssOf(changes);

  function change(selector: string, { name, value: former }: Token, value: string) {
    const { [name]: _, ...others } = changes[selector] ?? {};
    const isFormer = value.trim() === '' || value === former;
    setChanges({ ...changes, [selector]: isFormer ? others : { ...others, [name]: value } });
  }

  return (
    <div className="look">
      <div className="look-tokens">
        {tokenBlocks.map(({ selector, tokens }) => (
          <section key={selector}>
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
      <div className="look-samples">
        <section>
          <h2 className="text-base font-semibold">{sample.changes}</h2>
          {css === '' ? (
            <p className="text-sm text-text-muted">{sample.noChanges}</p>
          ) : (
            <>
              <pre dir="ltr" className="look-css text-xs">
                {css}
              </pre>
              <div className="gallery-choices">
                <CopyButton text={css} label={sample.copyCss} />
                <Button size="small" onClick={() => setChanges({})}>
                  {sample.discard}
                </Button>
              </div>
            </>
          )}
        </section>
        {samples.map(({ title, content }) => (
          <section key={title}>
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
    <label className="look-token" dir="ltr">
      <span
        className="look-swatch"
        style={isColor ? { background: value } : { visibility: 'hidden' }}
      />
      <code className="text-xs">{token.name.slice(2)}</code>
      <input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        className="text-xs"
      />
    </label>
  );
}
