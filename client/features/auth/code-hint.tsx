import { lazy, Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';

const DevInboxHint = lazy(() => import('./dev-inbox-hint.tsx'));

/** Where the code is to be found when no mail leaves the house. In production there is nothing to load. */
export function CodeHint() {
  const { demo, devInboxUrl } = useSetup();
  if (!demo && !devInboxUrl) return null;
  return (
    <Suspense>
      <DevInboxHint />
    </Suspense>
  );
}
