import { useEffect, useState } from 'react';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import type { Namespace } from '#client/i18n/text-key.ts';
import type { Entity } from '#client/lib/entity.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';
import { closePalette, whenComposed } from './palette-field.tsx';
import { useKeys } from './use-keys.ts';

function lazyPalette(labels: readonly string[]) {
  const namespaces = labels.filter((key) => key.includes(':')).map((key) => key.split(':')[0]);
  return lazyPart(async () => {
    const texts = loadNamespaces(['palette', ...new Set(namespaces as Namespace[])]);
    const [palette] = await Promise.all([import('./palette.tsx'), texts]);
    await whenComposed();
    return palette;
  });
}

const ShortcutList = lazyWithTexts(() => import('./shortcut-list.tsx'), 'palette');

export default function Shortcuts({ entities }: { entities: readonly Entity[] }) {
  const dialog = shortcutDialog.use();
  const { pages } = useNavigation();
  useKeys();
  const [Palette] = useState(() => lazyPalette(pages.map(({ label }) => label)));
  useEffect(keepFocus, []);
  return (
    <>
      <MountOnOpen open={dialog === 'palette'}>
        <Palette entities={entities} open={dialog === 'palette'} onClose={closePalette} />
      </MountOnOpen>
      <MountOnOpen open={dialog === 'shortcuts'}>
        <ShortcutList open={dialog === 'shortcuts'} onClose={closePalette} />
      </MountOnOpen>
    </>
  );
}
