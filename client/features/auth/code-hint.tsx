import { type ReactNode, Suspense } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import type { CodeHintProps } from './shown-hint.tsx';

const DemoCode = lazyPart(() => import('./demo-code.tsx'));
const ShownHint = lazyPart(() => import('./shown-hint.tsx'));

/** Shows where to find the code, where it isn't in a mailbox. Renders nothing in production. */
export function CodeHint(props: CodeHintProps) {
  const { demo, devInboxUrl } = useSetup();
  if (demo)
    return (
      <Loaded>
        <DemoCode />
      </Loaded>
    );
  if (!devInboxUrl) return null;
  return (
    <Loaded>
      <ShownHint {...props} />
    </Loaded>
  );
}

/** Is as high as the hint before it is loaded, so that nothing below it moves. */
function Loaded({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Notice>&nbsp;</Notice>}>{children}</Suspense>;
}
