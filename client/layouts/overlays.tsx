import { ReauthenticateRoot } from '#client/features/auth/reauthenticate/reauthenticate-root.tsx';
import { DemoRoot } from '#client/features/demo/demo-root.tsx';
import { ShortcutList } from '#client/features/palette/shortcut-list.tsx';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';

/** What any page of an area may show above itself. What was asked for before this code has loaded is shown then. */
export default function Overlays() {
  return (
    <>
      <ConfirmRoot />
      <ReauthenticateRoot />
      <ShortcutList />
      <DemoRoot />
      <Toaster />
    </>
  );
}
