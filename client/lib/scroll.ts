import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const positions = new Map<string, number>();

/** A page may take this long to reach its previous height, on a slow network or device. */
const timeoutMs = 5_000;

/** What people do who don't wait for it. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function restoreScroll(position: number): () => void {
  const started = performance.now();
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    // Seen in the next frame, before which a busy browser may scroll back.
    const arrived = Math.abs(window.scrollY - position) < 2;
    window.scrollTo(0, position);
    if (!arrived && performance.now() - started < timeoutMs) frame = requestAnimationFrame(step);
  };
  step();
  for (const move of moves) window.addEventListener(move, stop, { passive: true });
  return () => {
    stop();
    for (const move of moves) window.removeEventListener(move, stop);
  };
}

/**
 * Restores the scroll position on going back and starts new pages at the top. Unlike the router's ScrollRestoration, it
 * waits for the content, at a third of the size.
 */
export function useScrollRestoration() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  // A layout effect: scrolling to the top must not overwrite the previous page's position.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new path is a new page
  useLayoutEffect(() => {
    if (type === NavigationType.Pop) return restoreScroll(positions.get(key) ?? 0);
    window.scrollTo(0, 0);
    return undefined;
  }, [pathname]);
}
