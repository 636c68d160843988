import { useSetup } from '#client/features/session/use-session.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';

const DemoDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./demo-dialog.tsx'), loadNamespaces(['demo'])]);
  return dialog;
});

export default function DemoRoot() {
  const { demo } = useSetup();
  const open = demoDialogOpen.use();
  return (
    <MountOnOpen open={open}>
      <DemoDialog open={open} onClose={() => demoDialogOpen.set(false)} demo={demo} />
    </MountOnOpen>
  );
}
