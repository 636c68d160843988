import { lazy, useEffect } from 'react';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { isTyping } from '#client/lib/is-typing.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { shortcutDialog } from '#client/lib/shortcut-dialog.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';

// Their texts come with them: no page needs them before.
const Palette = lazy(async () => {
  const texts = loadNamespaces(['palette', 'repository', 'user']);
  const [palette] = await Promise.all([import('./palette.tsx'), texts]);
  return palette;
});
const ShortcutList = lazy(async () => {
  const texts = loadNamespaces(['palette']);
  const [list] = await Promise.all([import('./shortcut-list.tsx'), texts]);
  return list;
});

/** Whether something lies on the page that has the keys for itself. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

/** The list's search box; where there is none, one searches everything. */
function goToSearch() {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (box) box.select();
  else shortcutDialog.set('palette');
}

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'k' || event.shiftKey) return;
    // The browser's own search is not what is wanted here, whatever lies on the page.
    event.preventDefault();
    if (shortcutDialog.get() === 'palette') shortcutDialog.set(null);
    else if (!isCovered()) shortcutDialog.set('palette');
    return;
  }
  if (isTyping(event) || isCovered()) return;
  if (event.key === '/') goToSearch();
  else if (event.key === '?') shortcutDialog.set('shortcuts');
  else return;
  event.preventDefault();
}

/** The keys of an area, and what they open. The sidebar has its own. */
export default function Shortcuts() {
  const layer = shortcutDialog.use();
  useEffect(() => {
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      shortcutDialog.set(null);
    };
  }, []);
  useEffect(keepFocus, []);
  const close = () => shortcutDialog.set(null);
  return (
    <>
      <MountOnOpen open={layer === 'palette'}>
        <Palette open={layer === 'palette'} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={layer === 'shortcuts'}>
        <ShortcutList open={layer === 'shortcuts'} onClose={close} />
      </MountOnOpen>
    </>
  );
}
