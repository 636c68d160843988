import type { ComponentProps, ReactNode } from 'react';

/** A menu entry. `group` adds a separator above it. */
export type MenuEntry = {
  label: string;
  icon?: ReactNode;
  group?: boolean;
  danger?: boolean;
} & (
  | { onSelect: () => void }
  | { to: string; isCurrent?: boolean }
  | { href: string }
  | { checked: boolean; onSelect: () => void }
);

export type MenuProps = {
  label?: string;
  trigger: ReactNode;
  triggerClass: string;
  header?: ReactNode;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
};

type MenuTriggerProps = MenuProps & ComponentProps<'button'>;

/** Menu button, used before and after the menu's code is loaded. */
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
