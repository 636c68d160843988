import { Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyWithTexts } from '#client/i18n/i18n.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';

const DemoDialog = lazyWithTexts(() => import('./demo-dialog.tsx'), ['demo']);

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
