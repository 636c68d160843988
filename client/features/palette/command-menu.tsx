import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { rememberRecent } from '#client/features/session/recent.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { cx } from '#client/lib/class-names.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { Keys } from '#client/ui/base/keys.tsx';
import { searchDelay } from '#client/ui/form/search-box.tsx';
import { useFocusReturn } from '#client/ui/overlay/dialog.ts';
import { limits } from '#shared/limits.ts';
import type { Entry } from './use-actions.ts';
import { useEntries } from './use-entries.ts';

type PaletteProps = { entities: readonly Entity[]; open: boolean; onClose: () => void };

/** Command palette (⌘K). At the top, where a phone's keyboard doesn't cover it. */
export function Palette({ entities, open, onClose }: PaletteProps) {
  const { t } = useTranslation('palette');
  const focusReturn = useFocusReturn(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="animate-rise fixed inset-x-0 top-4 z-40 mx-auto flex max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl flex-col overflow-clip rounded-card border border-line bg-surface-raised shadow-float sm:top-[12dvh] sm:max-h-[86dvh]"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <CommandMenu entities={entities} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useDebounced(term: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(setDebounced, term ? searchDelay : 0, term);
    return () => clearTimeout(timer);
  }, [term]);
  return debounced;
}

type CommandMenuProps = { entities: readonly Entity[]; onClose: () => void };

function CommandMenu({ entities, onClose }: CommandMenuProps) {
  const { t } = useTranslation('palette');
  const { user } = useViewer();
  const area = areaOf(useLocation().pathname);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const term = text.trim();
  const { groups, searching } = useEntries(entities, area, term, useDebounced(term));
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  const [first] = keys;
  const active = keys.find((key) => key === selected) ?? first;

  function select(key: string | undefined) {
    setSelected(key === first || key === undefined ? null : key);
  }

  function open(entry: Entry) {
    onClose();
    if ('run' in entry) return entry.run();
    if (!entry.key.startsWith('all ')) rememberRecent(user.id, entry.key);
    void navigate(entry.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Home and End move the caret, as in any text field; cmdk would use them for the list.
    if (event.key === 'Home' || event.key === 'End') event.stopPropagation();
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
    event.preventDefault();
    select(event.key === 'PageUp' ? first : keys.at(-1));
  }

  return (
    <Command
      label={t('title')}
      shouldFilter={false}
      loop
      vimBindings={false}
      value={active ?? ''}
      onValueChange={select}
      className="flex min-h-0 flex-col"
    >
      <div className="relative border-b border-line">
        <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-text-muted" />
        <Command.Input
          placeholder={t('placeholder')}
          value={text}
          maxLength={limits.searchMax}
          enterKeyHint="go"
          onValueChange={(next) => {
            setText(next);
            setSelected(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 w-full bg-transparent ps-11 pe-4 text-base outline-none"
        />
      </div>
      <Command.List
        label={t('results')}
        className={cx(
          'mask-b-from-[calc(100%-2rem)] max-h-[min(70dvh,40rem)] grow scroll-pb-8 overflow-y-auto p-2 pb-8',
          keys.length === 0 && 'hidden',
        )}
      >
        {groups.map(({ label, entries }) => (
          <Command.Group
            key={label}
            heading={label}
            className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-text-muted"
          >
            {entries.map((entry) => (
              <Item key={entry.key} entry={entry} onSelect={() => open(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className={keys.length ? 'sr-only' : 'p-4 ps-11 text-sm text-text-muted'}>
        {keys.length > 0
          ? term && !searching && t('count', { count: keys.length })
          : t(searching ? 'searching' : 'none', { term })}
      </p>
      <div
        aria-hidden="true"
        className="flex gap-4 border-t border-line px-4 py-2 text-xs text-text-muted pointer-coarse:hidden"
      >
        <Hint keys={['↑', '↓']} text={t('keys.move')} />
        <Hint keys={['↵']} text={t('keys.open')} />
        <Hint keys={['Esc']} text={t('keys.close')} />
      </div>
    </Command>
  );
}

function Item({ entry, onSelect }: { entry: Entry; onSelect: () => void }) {
  const { key, title, subtitle, keys, icon: Icon } = entry;
  return (
    <Command.Item
      value={key}
      onSelect={onSelect}
      onPointerDown={(event) => event.preventDefault()}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-sm aria-selected:bg-hover pointer-coarse:min-h-11 forced-colors:aria-selected:outline-2"
    >
      <Icon className="size-4 shrink-0 text-text-muted" />
      <bdi className="min-w-0 shrink-0 truncate max-w-[65%]">{title}</bdi>
      {subtitle && <bdi className="min-w-0 truncate text-text-muted">{subtitle}</bdi>}
      {keys && (
        <span aria-hidden="true" className="ms-auto pointer-coarse:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </Command.Item>
  );
}

function Hint({ keys, text }: { keys: string[]; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Keys keys={keys} />
      {text}
    </span>
  );
}
