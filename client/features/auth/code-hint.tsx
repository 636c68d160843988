import { Suspense } from 'react';
import { useSetup } from '#client/features/session/use-setup.ts';
import { lazyPart } from '#client/lib/loading/lazy-part.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import type { CodeHintProps } from './shown-hint.tsx';

const ShownHint = lazyPart(() => import('./shown-hint.tsx'));

/** Shows where to find the code in demo and development. Renders nothing in production. */
export function CodeHint(props: CodeHintProps) {
  const { demo, devInboxUrl } = useSetup();
  if (!demo && !devInboxUrl) return null;
  // The fallback is as high as the hint, so that nothing below it moves.
  return (
    <Suspense fallback={<Notice>&nbsp;</Notice>}>
      <ShownHint {...props} />
    </Suspense>
  );
}
