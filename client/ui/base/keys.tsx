const isApple = /mac|iphone|ipad/i.test(navigator.platform);

const modifier = isApple ? '⌘' : 'Ctrl';

/** Keys as printed on a keyboard. `mod` is ⌘ on Apple devices and Ctrl elsewhere. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span dir="ltr" className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-grid min-h-6 whitespace-nowrap min-w-6 place-items-center rounded-md border border-line bg-surface-sunken px-1.5 font-sans text-xs text-text-muted"
        >
          {key === 'mod' ? modifier : key}
        </kbd>
      ))}
    </span>
  );
}

export function withKeys(label: string, ...keys: string[]): string {
  return `${label} (${keys.map((key) => (key === 'mod' ? modifier : key)).join(' ')})`;
}
