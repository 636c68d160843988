import { useEffect } from 'react';
import type { Entity } from '#client/lib/entity.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { Palette } from './palette.tsx';
import { useKeys } from './use-keys.ts';

const close = () => shortcutDialog.set(null);

/** The keys of an area, with the command palette that they open. */
export function Shortcuts({ entities }: { entities: readonly Entity[] }) {
  const dialog = shortcutDialog.use();
  useKeys();
  useEffect(keepFocus, []);
  useEffect(() => close, []);
  return (
    <MountOnOpen open={dialog === 'palette'}>
      <Palette entities={entities} open={dialog === 'palette'} onClose={close} />
    </MountOnOpen>
  );
}
