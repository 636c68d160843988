import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '#client/lib/is-typing.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';
import { underDesktopWidth } from '#client/lib/use-media.ts';

const storageKey = 'sidebar';

export function useSidebar(toggleSheet: () => void) {
  const [open, setOpen] = useState(() => readStored(storageKey) !== 'closed');

  function toggle() {
    writeStored(storageKey, open ? 'closed' : 'open');
    setOpen(!open);
  }

  const onShortcut = useEffectEvent(() =>
    window.matchMedia(underDesktopWidth).matches ? toggleSheet() : toggle(),
  );

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const shortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey);
      if (!shortcut || event.altKey || event.shiftKey || isTyping(event)) return;
      event.preventDefault();
      onShortcut();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return { open, toggle };
}
