import { lazy, useEffect, useState } from 'react';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace } from '#client/i18n/text-key.ts';
import type { Entity } from '#client/lib/entity.ts';
import { isTyping } from '#client/lib/is-typing.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { shortcutDialog } from '#client/lib/shortcut-dialog.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';

/** The palette with the texts of the pages that it lists. */
function lazyPalette(labels: readonly string[]) {
  const namespaces = labels.filter((key) => key.includes(':')).map((key) => key.split(':')[0]);
  return lazy(async () => {
    const texts = loadNamespaces(['palette', ...new Set(namespaces as Namespace[])]);
    const [palette] = await Promise.all([import('./palette.tsx'), texts]);
    return palette;
  });
}

const ShortcutList = lazy(async () => {
  const texts = loadNamespaces(['palette']);
  const [list] = await Promise.all([import('./shortcut-list.tsx'), texts]);
  return list;
});

/** Whether an open dialog or menu takes the keys. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

/** Selects the search box of the page. A page without one opens the palette. */
function goToSearch() {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (box) box.select();
  else shortcutDialog.set('palette');
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'k' || event.shiftKey) return;
    // Also under a dialog: the browser's own search must not open.
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

/** The global shortcuts of an area and their dialogs. The sidebar handles its own shortcut. */
export default function Shortcuts({ entities }: { entities: readonly Entity<never>[] }) {
  const dialog = shortcutDialog.use();
  const { pages } = useNavigation();
  const [Palette] = useState(() => lazyPalette(pages.map(({ label }) => label)));
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      shortcutDialog.set(null);
    };
  }, []);
  useEffect(keepFocus, []);
  const close = () => shortcutDialog.set(null);
  return (
    <>
      <MountOnOpen open={dialog === 'palette'}>
        <Palette entities={entities} open={dialog === 'palette'} onClose={close} />
      </MountOnOpen>
      <MountOnOpen open={dialog === 'shortcuts'}>
        <ShortcutList open={dialog === 'shortcuts'} onClose={close} />
      </MountOnOpen>
    </>
  );
}
