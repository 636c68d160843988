import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCan, useViewer } from '#client/features/session/use-session.ts';
import { areaOf } from '#client/paths.ts';
import { useFocusReturn } from '#client/ui/overlay/use-focus-return.ts';
import { limits } from '#shared/limits.ts';
import { Keys } from './keys.tsx';
import { PaletteList } from './palette-list.tsx';
import { rememberRecent } from './recent.ts';
import { type Entry, useEntries } from './use-entries.ts';

/** Goes anywhere by a few letters. At the top, where a phone's keyboard does not cover it. */
export default function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('palette');
  const focusReturn = useFocusReturn(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="rise fixed inset-x-0 top-4 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] max-w-xl flex-col overflow-clip rounded-card border border-line bg-surface-raised shadow-float sm:top-[12dvh] sm:max-h-[min(32rem,76dvh)]"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <CommandInput onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The term that the server is asked for: the one that stood still for a moment. */
function useSettled(term: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, term ? limits.searchDelay : 0, term);
    return () => clearTimeout(timer);
  }, [term]);
  return settled;
}

/** A combobox: the focus stays in the field, the arrows move the choice below it. */
function CommandInput({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const { user } = useViewer();
  const withPeople = useCan('user:list');
  const area = areaOf(useLocation().pathname);
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const term = text.trim();
  const { groups, searching } = useEntries(area, term, useSettled(term));
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  );

  function go({ key, to }: Entry) {
    rememberRecent(user.id, key);
    onClose();
    void navigate(to);
  }

  function press(event: KeyboardEvent) {
    const count = entries.length;
    const goals: Record<string, number> = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active - 1 + count) % count,
      PageDown: count - 1,
      PageUp: 0,
    };
    const goal = entries[goals[event.key] ?? -1];
    if (goal) setChosen(goal.key);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const entry = entries[active];
      if (entry) go(entry);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="relative border-b border-line">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-text-muted"
        />
        <input
          type="text"
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[active] && `${id}-${active}`}
          aria-autocomplete="list"
          aria-label={t('title')}
          placeholder={t(withPeople ? 'placeholder' : 'placeholderApp')}
          value={text}
          maxLength={limits.searchMax}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.target.value);
            setChosen(null);
          }}
          onKeyDown={press}
          className="min-h-13 w-full bg-transparent ps-11 pe-4 text-base outline-none"
        />
      </div>
      <PaletteList
        id={id}
        groups={groups}
        active={active}
        onHover={(entry) => setChosen(entry.key)}
        onGo={go}
      />
      <p role="status" className={entries.length ? 'sr-only' : 'p-6 text-sm text-text-muted'}>
        {entries.length > 0
          ? term && !searching && t('count', { count: entries.length })
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
    </>
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
