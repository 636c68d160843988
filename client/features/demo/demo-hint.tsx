import { lazy, Suspense } from 'react';
import { useSetup } from '#client/features/session/use-setup.ts';

const DemoBadge = lazy(() => import('./demo-badge.tsx'));

/** Badge of the demo in the layouts. Only the demo loads it. */
export function DemoHint({ compact }: { compact?: boolean }) {
  const { demo } = useSetup();
  if (!demo) return null;
  return (
    <Suspense>
      <DemoBadge {...(compact !== undefined && { compact })} />
    </Suspense>
  );
}
