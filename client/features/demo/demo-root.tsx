import { useSetup } from '#client/features/session/use-session.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { DemoDialog } from './demo-dialog.tsx';

export function DemoRoot() {
  const { demo } = useSetup();
  const open = demoDialogOpen.use();
  return (
    <MountOnOpen open={open}>
      <DemoDialog open={open} onClose={() => demoDialogOpen.set(false)} demo={demo} />
    </MountOnOpen>
  );
}
