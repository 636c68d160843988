import { Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';

const DemoDialog = lazyPart(() => import('./demo-dialog.tsx'));

export function DemoRoot() {
  const { demo } = useSetup();
  const open = demoDialogOpen.use();
  return (
    <MountOnOpen open={open}>
      <Suspense>
        <DemoDialog open={open} onClose={() => demoDialogOpen.set(false)} demo={demo} />
      </Suspense>
    </MountOnOpen>
  );
}
