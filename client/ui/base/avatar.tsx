import { Bot } from 'lucide-react';
import { cx } from '#client/lib/class-names.ts';

const hues = 12;

function hash(id: string): number {
  let value = 0;
  for (const character of id) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}

/** Separates Arabic initials, which would join to a syllable: لا reads “no”. */
const nonJoiner = '\u200C';

/** What people see as one character, for example a flag. */
// biome-ignore lint/plugin: older browsers take the first code point
const characters = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

function firstCharacter(word: string): string {
  const [first = ''] = word;
  return characters?.segment(word)[Symbol.iterator]().next().value?.segment ?? first;
}

/** Initials of a name or of the local part of an email. */
function initials(name: string): string {
  const words = (name.split('@')[0] ?? '')
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked
    .map((word = '') => firstCharacter(word))
    .join(/\p{Script=Arabic}/u.test(name) ? nonJoiner : '')
    .toLocaleUpperCase();
}

const sizes = {
  // Beside icons of 16 px.
  tiny: '-mx-0.5 size-5 text-[0.625rem]',
  small: 'size-7 text-xs',
  normal: 'size-9 text-sm',
  large: 'size-12 text-base',
  huge: 'size-16 text-lg',
};

/** Initials on a color derived from the ID. Service accounts have an icon. Decorative: show the name beside it. */
export function Avatar({
  id,
  name,
  pictureUrl,
  isServiceAccount,
  size = 'normal',
  ofOrganization,
}: {
  id: string;
  name: string;
  pictureUrl?: string | null | undefined;
  isServiceAccount?: boolean | undefined;
  size?: keyof typeof sizes;
  /** Square, because users' avatars are round. */
  ofOrganization?: boolean;
}) {
  const hue = (hash(id) % hues) * (360 / hues);
  return (
    <span
      aria-hidden="true"
      style={
        isServiceAccount
          ? undefined
          : { backgroundColor: `oklch(0.47 0.09 ${hue})`, color: 'oklch(0.99 0 0)' }
      }
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-clip font-medium *:[grid-area:1/1] forced-colors:border',
        ofOrganization || isServiceAccount ? 'rounded-[25%]' : 'rounded-full',
        sizes[size],
        isServiceAccount && 'bg-surface-sunken text-text-muted',
      )}
    >
      {isServiceAccount ? <Bot className="size-1/2" /> : <span>{initials(name)}</span>}
      {pictureUrl && (
        <img
          src={pictureUrl}
          alt=""
          decoding="async"
          className="size-full rounded-[inherit] object-cover outline -outline-offset-1 outline-line"
        />
      )}
    </span>
  );
}
