import { type ReactNode, Suspense, useState } from 'react';
import { useSetup } from '#client/features/session/use-setup.ts';
import { lazyPart } from '#client/lib/loading/lazy-part.ts';
import type { PendingSolution } from './captcha-widget.tsx';

const CaptchaWidget = lazyPart(() => import('./captcha-widget.tsx'));

type UseCaptcha = {
  /**
   * Shows the captcha, if there is one, and waits for its solution.
   *
   * @returns the solution, or undefined without a captcha
   * @throws {ApiError} if the captcha fails
   */
  solve: () => Promise<string | undefined>;
  widget: ReactNode;
};

export function useCaptcha(): UseCaptcha {
  const { captcha } = useSetup();
  const [solving, setSolving] = useState<PendingSolution | null>(null);
  return {
    async solve() {
      if (!captcha) return;
      const next = Promise.withResolvers<string>();
      setSolving(next);
      return next.promise.finally(() => setSolving(null));
    },
    widget: captcha && solving && (
      <Suspense>
        <CaptchaWidget captcha={captcha} solving={solving} />
      </Suspense>
    ),
  };
}
