import { Check, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentType, Fragment, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';

/** A menu entry. `group` adds a separator above it, and its text as the label of what follows. */
export type MenuEntry = {
  label: string;
  icon?: ComponentType<{ className?: string }>;
  group?: boolean | string;
  danger?: boolean;
} & (
  | { onSelect: () => void }
  | { to: string; isCurrentPage?: boolean }
  | { href: string }
  | { checked: boolean; onSelect: () => void }
  /** Icons side by side. */
  | { choices: readonly (MenuEntry & { checked: boolean })[] }
);

/** Falsy for what can't be done. */
type Entries = readonly (MenuEntry | false | '' | null | undefined)[];

export type MenuButtonProps = {
  label?: string;
  trigger: ReactNode;
  triggerClass: string;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
};

type MenuProps = MenuButtonProps &
  (
    | { entries: Entries; children?: undefined }
    /** Renders `MenuEntries`, while the menu is open. */
    | { entries?: undefined; children: ReactNode }
  );

/** A finger that begins to scroll on the button doesn't open the menu: a tap does. */
const isTouch = ({ pointerType }: { pointerType?: string }) => pointerType === 'touch';

/** A button with a menu. */
export function Menu({
  label,
  trigger,
  triggerClass,
  align = 'end',
  side,
  entries,
  children,
}: MenuProps) {
  const { i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} dir={i18n.dir()} modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        title={label}
        className={triggerClass}
        onPointerDown={(event: PointerEvent) => isTouch(event) && event.preventDefault()}
        onClick={({ nativeEvent }) =>
          isTouch(nativeEvent as MouseEvent & { pointerType?: string }) && setOpen(!open)
        }
      >
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="menu"
        >
          {entries ? <MenuEntries entries={entries} /> : children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The menu of a row: a button with three dots. */
export function RowMenu({ label, entries }: { label: string; entries: Entries }) {
  return (
    <Menu
      label={label}
      trigger={<Ellipsis />}
      triggerClass={buttonClass('quiet', 'icon')}
      entries={entries}
    />
  );
}

type RecordMenuProps = {
  name: string;
  /** The form, and what deletes the record: false for viewers who may not. */
  updateTo: string | false;
  onDelete: (() => void) | false;
};

/** The menu of a row that edits and deletes its record. */
export function RecordMenu({ name, updateTo, onDelete }: RecordMenuProps) {
  const { t } = useTranslation('list');
  return (
    (updateTo || onDelete) && (
      <RowMenu
        label={t('record.menu', { name })}
        entries={[
          updateTo && { label: t('record.edit'), icon: Pencil, to: updateTo },
          onDelete && {
            label: t('record.delete'),
            icon: Trash2,
            danger: true,
            onSelect: onDelete,
          },
        ]}
      />
    )
  );
}

type MenuEntriesProps = { header?: ReactNode; entries: Entries };

export function MenuEntries({ header, entries }: MenuEntriesProps) {
  return (
    <>
      {header && (
        <DropdownMenu.Label className="-mx-1 mb-1 border-b border-line px-4 py-2">
          {header}
        </DropdownMenu.Label>
      )}
      {entries
        .filter((entry) => !!entry)
        .map((entry, index) => (
          <Fragment key={'to' in entry ? entry.to : entry.label}>
            {entry.group && index > 0 && (
              <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
            )}
            {typeof entry.group === 'string' && (
              <DropdownMenu.Label className="px-3 pt-1.5 pb-1 text-xs text-text-muted">
                {entry.group}
              </DropdownMenu.Label>
            )}
            <Entry entry={entry} />
          </Fragment>
        ))}
    </>
  );
}

function Entry({ entry, compact }: { entry: MenuEntry; compact?: string }) {
  const { icon: Icon } = entry;
  const className = cx(
    'flex min-h-9 items-center gap-2.5 rounded-control px-3 py-1.5 text-sm outline-none pointer-coarse:min-h-11',
    compact && `grow justify-center border data-highlighted:border-line-strong! ${compact}`,
    'data-highlighted:bg-hover forced-colors:data-highlighted:outline-solid',
    entry.danger && 'text-danger-text',
  );
  const content = (
    <>
      {Icon && <Icon className={cx('size-4 shrink-0', !entry.danger && 'text-text-muted')} />}
      <span className={compact ? 'sr-only' : 'line-clamp-2 min-w-0 grow wrap-anywhere'}>
        {entry.label}
      </span>
    </>
  );
  if ('to' in entry) {
    return (
      <DropdownMenu.Item asChild className={className}>
        <Link to={entry.to} aria-current={entry.isCurrentPage ? 'page' : undefined}>
          {content}
          {entry.isCurrentPage && <Check className="size-4 shrink-0" />}
        </Link>
      </DropdownMenu.Item>
    );
  }
  if ('href' in entry) {
    return (
      <DropdownMenu.Item asChild className={className}>
        <a href={entry.href} target="_blank" rel="noreferrer">
          {content}
        </a>
      </DropdownMenu.Item>
    );
  }
  if ('choices' in entry) {
    return (
      <div className="m-1 flex gap-1 rounded-control bg-surface-sunken p-1">
        {entry.choices.map((choice) => (
          <Entry
            key={choice.label}
            entry={choice}
            compact={choice.checked ? 'chosen' : 'border-transparent'}
          />
        ))}
      </div>
    );
  }
  if ('checked' in entry) {
    return (
      <DropdownMenu.CheckboxItem
        className={className}
        title={compact && entry.label}
        checked={entry.checked}
        onSelect={entry.onSelect}
      >
        {!Icon && <Check className={cx('size-4 shrink-0', !entry.checked && 'invisible')} />}
        {content}
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item className={className} onSelect={entry.onSelect}>
      {content}
    </DropdownMenu.Item>
  );
}
