import type { ComponentProps, ReactNode } from 'react';

/** One thing a menu offers; a separator stands above an entry that begins a group. */
export type MenuEntry = {
  label: string;
  icon?: ReactNode;
  group?: boolean;
  danger?: boolean;
} & (
  | { onSelect: () => void }
  | { to: string }
  | { href: string }
  | { checked: boolean; onSelect: () => void }
);

export type MenuProps = {
  /** What the menu is for, where the button shows only an icon. */
  label?: string;
  trigger: ReactNode;
  triggerClass: string;
  header?: ReactNode;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
};

type MenuTriggerProps = MenuProps & ComponentProps<'button'>;

/** The button of a menu, before and after its code is there. */
export function MenuTrigger({
  label,
  trigger,
  triggerClass,
  header: _header,
  entries: _entries,
  align: _align,
  side: _side,
  ...rest
}: MenuTriggerProps) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={label}
      title={label}
      {...rest}
      className={triggerClass}
    >
      {trigger}
    </button>
  );
}
