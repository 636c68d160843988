import { Command } from 'cmdk';
import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { rememberRecent } from '#client/features/session/recent.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
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
        <Dialog.Content {...focusReturn} aria-describedby={undefined} className="palette">
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
  const { t } = useTranslation(['palette', 'common']);
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
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-text-muted" />
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
        />
        <Dialog.Close
          aria-label={t('common:action.close')}
          className={buttonClass('quiet', 'icon', '-me-2 pointer-fine:hidden')}
        >
          <X />
        </Dialog.Close>
      </div>
      <Command.List label={t('results')} hidden={!first}>
        {groups.map(({ label, entries }) => (
          <Command.Group key={label} heading={label}>
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
        {first && (
          <>
            <Hint keys={['↑', '↓']} text={t('keys.move')} />
            <Hint keys={['↵']} text={t('keys.open')} />
          </>
        )}
        <Hint keys={['Esc']} text={t('keys.close')} />
      </div>
    </Command>
  );
}

function Item({ entry, onSelect }: { entry: Entry; onSelect: () => void }) {
  const { key, title, subtitle, keys, icon: Icon } = entry;
  return (
    <Command.Item value={key} onSelect={onSelect} onPointerDown={(event) => event.preventDefault()}>
      <Icon className="size-4 shrink-0 text-text-muted" />
      <span className="flex min-w-0 grow gap-x-3 max-sm:flex-col max-sm:py-1.5">
        <bdi className="truncate sm:max-w-[65%] sm:shrink-0">{title}</bdi>
        {subtitle && <bdi className="truncate text-text-muted">{subtitle}</bdi>}
      </span>
      {keys && (
        <span aria-hidden="true" className="pointer-coarse:hidden">
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
