import { useSetup } from '#client/features/session/use-session.ts';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';

const DemoDialog = lazyWithTexts(() => import('./demo-dialog.tsx'), 'demo');

export default function DemoRoot() {
  const { demo } = useSetup();
  const open = demoDialogOpen.use();
  return (
    <MountOnOpen open={open}>
      <DemoDialog open={open} onClose={() => demoDialogOpen.set(false)} demo={demo} />
    </MountOnOpen>
  );
}
