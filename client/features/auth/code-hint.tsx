import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import type { CodeHintProps } from './shown-hint.tsx';

const ShownHint = lazyPart(() => import('./shown-hint.tsx'));

/** The server accepts it in the demo only. */
const demoCode = '000000';

/** Shows where to find the code, where it isn't in a mailbox. Renders nothing in production. */
export function CodeHint(props: CodeHintProps) {
  const { t } = useTranslation('auth');
  const { demo, devInboxUrl } = useSetup();
  if (demo) return <Notice>{t('hint.demo', { code: demoCode })}</Notice>;
  if (!devInboxUrl) return null;
  return (
    // As high as the hint, so that nothing below it moves.
    <Suspense fallback={<Notice>&nbsp;</Notice>}>
      <ShownHint {...props} />
    </Suspense>
  );
}
