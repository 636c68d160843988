import { Suspense, useState } from 'react';
import type { Challenge } from '#client/features/auth/challenge.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import type { PendingSolution } from './widget.tsx';

const CaptchaWidget = lazyPart(() => import('./widget.tsx'));

export function useCaptcha(): Challenge {
  const { captcha } = useSetup();
  const [solving, setSolving] = useState<PendingSolution | null>(null);
  return {
    name: 'captcha',
    async solve() {
      if (!captcha) return {};
      const solved = new Promise<string>((resolve, reject) => setSolving({ resolve, reject }));
      return { 'x-captcha-response': await solved.finally(() => setSolving(null)) };
    },
    widget: captcha && solving && (
      <Suspense>
        <CaptchaWidget captcha={captcha} solving={solving} />
      </Suspense>
    ),
  };
}
