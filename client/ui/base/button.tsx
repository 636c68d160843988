import type { LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, Children, type ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'normal' | 'small' | 'icon';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface-raised text-text hover:bg-hover border-line-strong/50',
  quiet: 'text-text-muted hover:bg-hover hover:text-text border-transparent',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover border-transparent',
};

const sizes: Record<Size, string> = {
  normal: 'min-h-10 pointer-coarse:min-h-11 px-4',
  small: 'min-h-8 pointer-coarse:min-h-10 px-3 touch-target',
  icon: 'size-9 touch-target',
};

export function buttonClass(look: Look = 'secondary', size: Size = 'normal', extra?: string) {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-control border text-sm font-medium',
    'whitespace-nowrap transition-colors disabled:opacity-60 [&_svg]:size-4',
    looks[look],
    sizes[size],
    extra,
  );
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look | undefined;
  size?: Size | undefined;
  /** Shows a spinner instead of the label, at the same width. */
  pending?: boolean | undefined;
  children: ReactNode;
};

export function Button({
  look,
  size,
  pending,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      {...rest}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, size, cx('relative', className))}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={cx('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {/* Texts have their own elements: beside one that a translator has replaced, React can't change an icon. */}
        {Children.map(children, (child) =>
          typeof child === 'string' ? <span>{child}</span> : child,
        )}
      </span>
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'children'> & { icon: LucideIcon; label: string };

/** The label is for screen readers and the tooltip, unless there is a `title`. */
export function IconButton({ icon: Icon, label, ...button }: IconButtonProps) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} {...button}>
      <Icon />
    </Button>
  );
}

/** Decorative spinner. Announce the pending state with text or `aria-busy`. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin forced-color-adjust-none rounded-full border-2 border-current border-e-transparent"
    />
  );
}
