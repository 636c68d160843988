import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';
import { useReplaceParam } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { isComposing } from '#client/lib/shortcuts.ts';
import { IconButton } from '#client/ui/base/button.tsx';
import { limits } from '#shared/limits.ts';
import { controlClass } from './field.tsx';

/** Milliseconds after the last keystroke before a search runs. */
export const searchDelay = 300;

/** Search field that writes `searchTerm` to the URL once typing pauses for `searchDelay`. */
export function SearchBox({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const written = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const replaceParam = useReplaceParam('searchTerm');
  const replace = useEffectEvent(replaceParam);
  // A pending search must not cancel a navigation to another page.
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const leaving = next !== undefined && next.pathname !== pathname;

  // Follows URL changes from elsewhere, such as the back button.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const term = text.trim();
    if (leaving || term === written.current) return;
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', wait);
    };
    function wait() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stop();
        written.current = term;
        replace(term);
      }, searchDelay);
    }
    wait();
    // Postponed while a link is pressed, so that the list doesn't move under the pointer.
    document.addEventListener('pointerdown', wait);
    return stop;
  }, [text, leaving]);

  function clear() {
    written.current = '';
    setText('');
    replaceParam('');
    input.current?.focus();
  }

  return (
    <search className="relative min-w-0 grow">
      <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-text-muted" />
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={limits.searchMax}
        aria-label={label}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className={cx(controlClass, 'min-h-10 ps-9 pe-10 pointer-coarse:min-h-11')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !text || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          clear();
        }}
      />
      {text && <ClearButton label={t('search.clear')} onClick={clear} />}
    </search>
  );
}

/** Button at the end of a text field. */
export function ClearButton(button: { label: string; onClick: () => void }) {
  return <IconButton icon={X} className="absolute! inset-y-0 end-1 my-auto size-8!" {...button} />;
}
