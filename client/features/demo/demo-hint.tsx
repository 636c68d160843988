import { Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';

const DemoBadge = lazyPart(() => import('./demo-badge.tsx'));

/** Lazy demo badge for the layouts: its code is loaded in the demo only. */
export function DemoHint({ compact }: { compact?: boolean }) {
  const { demo } = useSetup();
  if (!demo) return null;
  return (
    <Suspense>
      <DemoBadge {...(compact !== undefined && { compact })} />
    </Suspense>
  );
}
