import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';

const CaptchaWidget = lazy(() => import('./captcha-widget.tsx'));

/** How the widget ends the wait for it. */
export type PendingSolution = PromiseWithResolvers<string>;

type UseCaptcha = {
  /**
   * Has the person solve the captcha, if there is one.
   *
   * @returns what the server wants to see; undefined where it wants nothing
   * @throws {ApiError} if the captcha does not work
   */
  solve: () => Promise<string | undefined>;
  /** Where it appears meanwhile. Nothing of it is loaded before it is needed. */
  widget: ReactNode;
};

/** The captcha before a code is mailed. */
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
